import type { EventStoreDBClient } from '@eventstore/db-client';
import { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { clientOf, closeClient, nodesOf } from './connectionString.ts';

/** A readiness check waits no longer. */
const ASKED_FOR_MS = 500;

/** The client's discovery reports no reason: if it fails, each node is asked for one. */
export function explainFailedDiscovery(this: EventStoreDBClient, connectionString: string): void {
  const resolve = this.resolveUri;
  this.resolveUri = () =>
    resolve().catch(async (cause: unknown) => {
      const problems = await Promise.all(nodesOf(connectionString).map(problemOfNode));
      throw new Error(problemOfCluster(problems), { cause });
    });
}

/** @param problems of the nodes; null for one that answered */
function problemOfCluster(problems: readonly (string | null)[]): string {
  if (problems.includes(null)) return 'there is no leader';
  const refused = problems.find((problem) => problem !== null && /certificate|altname/i.test(problem));
  if (!refused) return 'no node answers';
  // what gRPC puts around the error of TLS
  const reason = refused.replace(/^.*Last error: (Error: )?|\.? Resolution note:.*$/gs, '');
  return `certificate not accepted (tlsCaFile): ${reason}`;
}

async function problemOfNode(address: string): Promise<string | null> {
  const client = clientOf(address);
  try {
    await askForMembers.call(client);
    return null;
  } catch (error) {
    return String(error);
  } finally {
    await closeClient.call(client);
  }
}

function askForMembers(this: EventStoreDBClient): Promise<void> {
  return this.execute(
    GossipClient,
    'gossip',
    (client) =>
      new Promise<void>((resolve, reject) => {
        const call = this.callArguments({}, { deadline: Date.now() + ASKED_FOR_MS });
        client.read(new shared.Empty(), ...call, (error) => (error ? reject(error) : resolve()));
      }),
  );
}
