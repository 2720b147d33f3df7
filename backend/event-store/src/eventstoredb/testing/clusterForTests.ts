import { readFileSync } from 'node:fs';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { clientOf, withHost } from '../connectionString.ts';
import { leadersNamedBy } from '../discovery.ts';

/** A node whose process tests may kill and freeze. */
export interface ClusterNode {
  /** `host:port` */
  readonly address: string;
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
}

export interface Cluster {
  readonly nodes: readonly ClusterNode[];
  /** The leader on which all of `witnesses` agree; null while they do not, or one does not answer. */
  leader(witnesses: readonly ClusterNode[]): Promise<ClusterNode | null>;
  close(): Promise<void>;
}

/** A node that is frozen or being restarted must not hold up a test. */
const ANSWER_WITHIN_MS = 1_000;

/**
 * The cluster of EVENTSTORE_TEST_URL if EVENTSTORE_TEST_NODES names its nodes, `host:port=pid file` separated by commas. What
 * supervises them has to start a killed node again and write its new process id into its file. Null without them.
 * @throws Error if it names fewer than three
 */
export function clusterForTests(): Cluster | null {
  const { EVENTSTORE_TEST_NODES: given = '', EVENTSTORE_TEST_URL: url = '' } = process.env;
  if (given === '') return null;
  const nodes = given.split(',').map((part) => {
    const [address = '', pidFile = ''] = part.split('=');
    return { address, signal: (name: NodeJS.Signals) => void process.kill(pidIn(pidFile), name) };
  });
  if (nodes.length < 3)
    throw new Error('EVENTSTORE_TEST_NODES must name the nodes of a cluster, three or more.');
  const clients = new Map(nodes.map(({ address }) => [address, clientOf(withHost(url, address))]));
  return {
    nodes,
    async leader(witnesses) {
      const named = await Promise.all(
        witnesses.map(({ address }) =>
          leadersNamedBy.call(clients.get(address) as EventStoreDBClient, ANSWER_WITHIN_MS).catch(() => []),
        ),
      );
      return (
        nodes.find(({ address }) =>
          named.every((leaders) => leaders.length === 1 && leaders[0] === address),
        ) ?? null
      );
    },
    close: async () => void (await Promise.all([...clients.values()].map((client) => client.dispose()))),
  };
}

function pidIn(file: string): number {
  const pid = Number(readFileSync(file, 'utf8'));
  if (!Number.isSafeInteger(pid) || pid <= 1) throw new Error(`${file} holds no process id`);
  return pid;
}
