import { setTimeout as pause } from 'node:timers/promises';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { GossipClient } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { clientOf, closeClient, hostsOf, isCluster, withHost } from './connectionString.ts';

/** Time limit for a node's answer: a readiness check waits no longer. */
const ASKED_FOR_MS = 500;
/** While a leader is named that does not answer. An election after a frozen leader takes 7 to 18 s. */
const NAMED_FOR_MS = 20_000;
/** While nodes answer and name no leader, as between the rounds of an election. */
const UNNAMED_FOR_MS = 3_000;
const LOOK_AGAIN_MS = 100;

/**
 * Lets the client find a node of a cluster as {@link answeringLeader} does. Without a leader it goes on by its own discovery; if
 * that fails, the reason is told, which the client drops.
 */
export function discover(this: EventStoreDBClient, connectionString: string): void {
  if (!isCluster(connectionString)) return;
  const resolve = this.resolveUri;
  let last: string | null = null;
  this.resolveUri = async () => {
    const leader = await answeringLeader(connectionString, last);
    last = leader ?? last;
    if (leader !== null) return leader;
    return resolve().catch(async (cause: unknown) => {
      const hosts = hostsOf(connectionString);
      const problems = await Promise.all(hosts.map((host) => problemOf(withHost(connectionString, host))));
      throw new Error(problemOfCluster(problems), { cause });
    });
  };
}

/**
 * A leader that most nodes name and that names itself. The client takes one node's word, although the others name a frozen leader
 * until they have elected another. It may also ask the frozen node first.
 * @param last the leader used before: one that goes on after another was elected names itself for seconds, and others name both
 * @returns `host:port`; null without one in time, or where no node answers
 */
async function answeringLeader(connectionString: string, last: string | null): Promise<string | null> {
  const hosts = hostsOf(connectionString);
  const leadersAt = (host: string) => leadersNamedAt(withHost(connectionString, host)).catch(() => undefined);
  const begun = performance.now();
  let namedAt = begun;
  while (performance.now() < Math.min(begun + NAMED_FOR_MS, namedAt + UNNAMED_FOR_MS)) {
    const answers = (await Promise.all(hosts.map(leadersAt))).filter((named) => named !== undefined);
    if (answers.length === 0) return null;
    const named = [...new Set(answers.flat())].sort((a, b) => Number(a === last) - Number(b === last));
    if (named.length > 0) namedAt = performance.now();
    for (const leader of named) {
      const votes = answers.filter((leaders) => leaders.includes(leader)).length;
      if (2 * votes > answers.length && (await leadersAt(leader))?.includes(leader)) return leader;
    }
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
  leadersNamedAt(address).then(() => null, String);

async function leadersNamedAt(address: string): Promise<readonly string[]> {
  const client = clientOf(address);
  try {
    return await leadersNamedBy.call(client, ASKED_FOR_MS);
  } finally {
    await closeClient.call(client);
  }
}

/**
 * Asks a node for its cluster's leaders, which needs no account.
 * @returns each as `host:port`; two while one takes over from the other
 * @throws an error of gRPC if there is no answer in time
 */
export async function leadersNamedBy(
  this: EventStoreDBClient,
  timeoutMs: number,
): Promise<readonly string[]> {
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
  return info
    .getMembersList()
    .filter((member) => member.getIsAlive() && member.getState() === gossip.MemberInfo.VNodeState.LEADER)
    .map((member) => member.getHttpEndPoint())
    .flatMap((at) => (at ? [`${at.getAddress()}:${at.getPort()}`] : []));
}
