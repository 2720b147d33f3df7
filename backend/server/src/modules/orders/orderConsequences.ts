import {
  type Decider,
  inSequence,
  isErased,
  migrationDecider,
  type OrderEvent,
  type OrderRequest,
  onMigration,
  onOrder,
  onSite,
  orderDecider,
  type PlacedOrder,
  pendingRequests,
  siteDecider,
} from '@portal/domain';
import { sumCents } from '@portal/domain/values';
import type { Load } from '../../kernel/execute.ts';
import { type Consequence, consequence } from '../../kernel/process.ts';
import { refusalOf } from '../../kernel/refusal.ts';
import { siteOwner } from '../companies/module.ts';
import { leftOfOrder } from './refunds.ts';

/** Entries marked as made in one append, so that an import's order is read once for so many. */
const CHUNK = 100;

/**
 * Consequences of a paid order still to carry out: create each site or migration under its promised id, then mark the
 * entry. What cannot be created is rejected and refunded. Idempotent and safe to run concurrently.
 */
export async function orderConsequences(order: PlacedOrder, load: Load): Promise<readonly Consequence[]> {
  if (order.status !== 'paid') return [];
  const { accountId, userId } = order;
  const owner = await siteOwner({ accountId, userId }, load);
  const requests = new Map(pendingRequests(order).map((request) => [idOf(request), request]));
  const consequences: Consequence[] = [];
  let leftCents: number | null = null;
  for (let first = 0; first < order.entries.length; first += CHUNK) {
    const made: string[] = [];
    const refused = new Map<string, string[]>();
    for (const { id, outcome } of order.entries.slice(first, first + CHUNK)) {
      if (outcome !== 'waiting') continue;
      const request = requests.get(id);
      const problem = problemOf(order, owner, request);
      if (request === undefined || owner === null || problem !== null) {
        const reason = problem ?? 'This can no longer be created.';
        refused.set(reason, [...(refused.get(reason) ?? []), id]);
        continue;
      }
      consequences.push(making({ ...request, userId: owner }));
      made.push(id);
    }
    if (made.length > 0) {
      const commands = made.map((id) => ({ type: 'FulfilOrderItem', id }) as const);
      consequences.push(inOrder(order, inSequence(orderDecider), commands, `made ${made.join(' ')}`));
    }
    for (const [reason, entryIds] of refused) {
      leftCents ??= await leftOfOrder(order, load);
      const command = { type: 'RejectOrder', entryIds, reason, leftCents } as const;
      consequences.push(inOrder(order, orderDecider, command, `refused ${entryIds.join(' ')}`));
      leftCents = Math.max(0, leftCents - pricesOf(order, entryIds));
    }
  }
  return consequences;
}

const pricesOf = ({ entries }: PlacedOrder, ids: readonly string[]) =>
  sumCents(entries.filter(({ id }) => ids.includes(id)).map(({ priceCents }) => priceCents));

const idOf = (request: OrderRequest) =>
  request.type === 'CreateSite' ? request.siteId : request.migrationId;

/** The reason why an entry cannot be made; null if it can. */
function problemOf(
  order: PlacedOrder,
  owner: string | null,
  request: OrderRequest | undefined,
): string | null {
  if (isErased(order.forms) || request === undefined) return 'The form of this order was erased.';
  if (owner === null) return 'The company has no user any more.';
  return request.type === 'CreateSite'
    ? refusalOf(siteDecider, request)
    : refusalOf(migrationDecider, request);
}

function making(request: OrderRequest): Consequence {
  const [key, alongside] = [idOf(request), true];
  return request.type === 'CreateSite'
    ? consequence({ ...onSite(key, request.accountId), command: request, key, alongside })
    : consequence({ ...onMigration(key, request.accountId), command: request, key, alongside });
}

function inOrder<State, Command>(
  { orderId, accountId }: PlacedOrder,
  decider: Decider<State, Command, OrderEvent>,
  command: Command,
  key: string,
): Consequence {
  return consequence({ ...onOrder(orderId, accountId), decider, command, key });
}
