import { setTimeout as pause } from 'node:timers/promises';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { clientOf, closeClient, hostsOf, isCluster, withHost } from './connectionString.ts';

/** Time limit for a node's answer: a readiness check waits no longer. */
const ASKED_FOR_MS = 500;
/** While the nodes name a leader that does not answer. An election after a frozen leader takes about 7 s. */
const LOOKED_FOR_MS = 15_000;
const LOOK_AGAIN_MS = 100;

/**
 * Lets the client find a node of a cluster as {@link answeringLeader} does. Where no node names a leader, it goes on by its own
 * discovery; if that fails, the reason is told, which the client drops.
 */
export function discover(this: EventStoreDBClient, connectionString: string): void {
  if (!isCluster(connectionString)) return;
  const resolve = this.resolveUri;
  this.resolveUri = async () => {
    const leader = await answeringLeader(connectionString);
    if (leader !== null) return leader;
    return resolve().catch(async (cause: unknown) => {
      const hosts = hostsOf(connectionString);
      const problems = await Promise.all(hosts.map((host) => problemOf(withHost(connectionString, host))));
      throw new Error(problemOfCluster(problems), { cause });
    });
  };
}

/**
 * Asks all nodes at once for the leader, and the leader itself. The client takes a node's word, although the others name a frozen
 * leader until they have elected another, and it may ask the frozen node first.
 * @returns `host:port`; null where no node names a leader, or the one named has not answered in time
 */
async function answeringLeader(connectionString: string): Promise<string | null> {
  const hosts = hostsOf(connectionString);
  const until = performance.now() + LOOKED_FOR_MS;
  while (performance.now() < until) {
    let isNamed = false;
    const asked = hosts.map(async (host) => {
      const named = await leaderNamedAt(withHost(connectionString, host));
      if (named === null) throw new Error(`${host} names no leader`);
      isNamed = true;
      const itself = await leaderNamedAt(withHost(connectionString, named));
      if (itself !== named) throw new Error(`${named} is not the leader`);
      return named;
    });
    const leader = await Promise.any(asked).catch(() => null);
    if (leader !== null || !isNamed) return leader;
    await pause(LOOK_AGAIN_MS, undefined, { ref: false });
  }
  return null;
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

const problemOf = (address: string): Promise<string | null> =>
  leaderNamedAt(address).then(() => null, String);

async function leaderNamedAt(address: string): Promise<string | null> {
  const client = clientOf(address);
  try {
    return await leaderNamedBy.call(client, ASKED_FOR_MS);
  } finally {
    await closeClient.call(client);
  }
}

/**
 * Asks a node for its cluster's leader, which needs no account.
 * @returns `host:port`; null if it knows none
 * @throws an error of gRPC if there is no answer in time
 */
export async function leaderNamedBy(this: EventStoreDBClient, timeoutMs: number): Promise<string | null> {
  const info = await this.execute(
    GossipClient,
    'gossip',
    (client) =>
      new Promise<gossip.ClusterInfo>((resolve, reject) => {
        const call = this.callArguments({}, { deadline: Date.now() + timeoutMs });
        client.read(new shared.Empty(), ...call, (error, answer) =>
          error ? reject(error) : resolve(answer),
        );
      }),
  );
  const leader = info
    .getMembersList()
    .find((member) => member.getIsAlive() && member.getState() === gossip.MemberInfo.VNodeState.LEADER);
  const at = leader?.getHttpEndPoint();
  return at ? `${at.getAddress()}:${at.getPort()}` : null;
}
