import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, type ClusterNode, clusterForTests } from '@portal/event-store/eventstoredb-testing';
import { chanceOf, scenario, sized } from '@portal/event-store/testing';
import { eventually } from '@portal/server/test/support/eventually.ts';
import type { PortalChild } from '@portal/server/test/support/portalChild.ts';
import { openStage, type Stage } from '@portal/server/test/support/stage.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readModelsEqualRebuild } from '../support/rebuiltElsewhere.ts';
import { ordersInLog, siteOrders } from '../support/siteOrders.ts';

const R20 = scenario('R20');
const chance = chanceOf('lost leaders');
const ROUNDS = sized(1, 3);
const AT_ONCE = 16;
const ELECTED_WITHIN_S = 60;
/** EventStoreDB 23.10 elects a frozen leader again and again, because its connections stay open, until it goes on. */
const FROZEN_FOR_S = 15;
const GO_ON_WITHIN_MS = 3_000;
const ANSWER_WITHIN_MS = 8_000;

/** Both only by `npm run chaos`, see its README. */
const runs = Boolean(process.env.EVENTSTORE_TEST_NODES && process.env.CHAOS_EVENTSTORE_URL);
const where = runs
  ? 'the cluster of EVENTSTORE_TEST_NODES'
  : 'skipped: EVENTSTORE_TEST_NODES names no cluster';

describe.skipIf(!runs)(`a cluster of EventStoreDB that loses its leader (${where})`, () => {
  let cluster: Cluster;
  let stage: Stage;
  let portal: PortalChild;
  beforeAll(async () => {
    cluster = clusterForTests() as Cluster;
    stage = await openStage();
    portal = await stage.startPortal();
  }, 120_000);
  afterAll(async () => {
    for (const node of cluster?.nodes ?? []) node.signal('SIGCONT');
    await stage?.close();
    await cluster?.close();
  }, 60_000);

  const settled = (): Promise<ClusterNode> =>
    eventually(() => cluster.leader(cluster.nodes), ELECTED_WITHIN_S);

  /** Waits until the other nodes agree on another leader. */
  const electedWithout = (lost: ClusterNode, seconds: number): Promise<unknown> =>
    eventually(async () => {
      const leader = await cluster.leader(cluster.nodes.filter((node) => node !== lost));
      return leader !== null && leader !== lost;
    }, seconds);

  /** Resolves when there is a leader again. */
  async function lose(leader: ClusterNode, how: 'SIGKILL' | 'SIGSTOP'): Promise<void> {
    leader.signal(how);
    if (how === 'SIGKILL') return void (await electedWithout(leader, ELECTED_WITHIN_S));
    const another = await electedWithout(leader, FROZEN_FOR_S).catch(() => null);
    leader.signal('SIGCONT');
    if (another === null) await settled();
  }

  const outageLines = () => portal.lines.filter((line) => line.includes('outage')).length;

  // Proves I8-R20
  it(
    `loses no order while ${ROUNDS} leaders are killed and ${ROUNDS} frozen under load`,
    async () => {
      const orders = await siteOrders(portal.url);
      const losses = Array.from({ length: ROUNDS }, () => ['SIGKILL', 'SIGSTOP'] as const).flat();
      const leaderlessMs: number[] = [];
      const goneOnMs: number[] = [];
      for (const how of losses) {
        const lost = await settled();
        const before = orders.acknowledged.size;
        const linesBefore = outageLines();
        orders.start(AT_ONCE);
        await eventually(async () => orders.acknowledged.size > before + 4 * AT_ONCE, 60);
        await sleep(chance.between(0, 500));
        const lostAt = Date.now();
        await lose(lost, how);
        const leaderAt = Date.now();
        leaderlessMs.push(leaderAt - lostAt);
        goneOnMs.push(
          (await eventually(() => orders.firstAcknowledged({ answeredAt: leaderAt }), 30)) - leaderAt,
        );
        await settled();
        await orders.stop();
        await eventually(
          async () => portal.lines.at(-1)?.includes('outage over') || outageLines() === linesBefore,
          60,
        );
        expect(outageLines() - linesBefore).toBeLessThanOrEqual(2);
      }
      await orders.settle();
      const found = await ordersInLog(stage.store, orders);
      expect(found).toEqual({ lost: [], doubled: [], gaps: [] });
      await readModelsEqualRebuild(stage);
      expect([...orders.statuses.keys()].filter((status) => ![201, 409, 503].includes(status))).toEqual([]);
      const goOn = Math.max(...goneOnMs);
      expect(goOn).toBeLessThanOrEqual(GO_ON_WITHIN_MS);
      expect(orders.slowestMs).toBeLessThanOrEqual(ANSWER_WITHIN_MS);

      const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
      R20.did(ROUNDS, 'leaders killed');
      R20.did(ROUNDS, 'leaders frozen');
      R20.did(orders.acknowledged.size, 'acknowledged orders');
      R20.lost(found.lost.length + found.doubled.length, 'acknowledged orders');
      R20.measured('longest without a leader', seconds(Math.max(...leaderlessMs)));
      R20.measured('orders go on within', seconds(goOn));
      R20.measured('slowest answer', seconds(orders.slowestMs));
    },
    sized(300_000, 900_000),
  );
});
