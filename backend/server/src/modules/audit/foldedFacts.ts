import {
  type AccountBillingFacts,
  type AccountEvent,
  accountEvents,
  accountStream,
  evolveAccountBillingFacts,
  evolveSiteBillingFacts,
  type PortalEvent,
  type SiteBillingFacts,
  type SiteEvent,
  siteEvents,
} from '@portal/domain';
import { streamsOfAccountAt } from '@portal/projections';
import type { PortalEnvelope } from '../../kernel/execute.ts';
import { inParallel } from '../../kernel/inParallel.ts';
import type { AuditPorts } from './timeline.ts';

/** An account and its sites as of a place in the log, with the events they were folded from. */
export interface FoldedFacts {
  readonly account: AccountBillingFacts | null;
  readonly sites: readonly SiteBillingFacts[];
  /** By event id, for the reasons of a line. */
  readonly events: ReadonlyMap<string, PortalEnvelope>;
}

/**
 * The cut of an invoice: where `basis` names a stream, its events up to that revision count; of the others those up to
 * `seq` that were recorded before `cutOff`.
 */
export interface Cut {
  readonly seq: number;
  /** ISO instant, exclusive; null for no such bound. */
  readonly cutOff: string | null;
  readonly basis: readonly { readonly stream: string; readonly revision: number }[];
}

/** Changes what a stream says, for a what-if; the log itself by default. */
export type Rewrite = (
  envelopes: readonly PortalEnvelope[],
  counts: (envelope: PortalEnvelope) => boolean,
) => readonly PortalEnvelope[];

/** Streams that are read side by side: an account may have thousands of sites. */
const READS_AT_ONCE = 16;

const AS_RECORDED: Rewrite = (envelopes, counts) => envelopes.filter(counts);

const isSiteEvent = (event: PortalEvent): event is SiteEvent => Object.hasOwn(siteEvents, event.type);
const isAccountEvent = (event: PortalEvent): event is AccountEvent =>
  Object.hasOwn(accountEvents, event.type);

/**
 * Folds an account and every site that belonged to it at the cut, straight from their streams; no read model has a part
 * in it but the log index, which says which streams there were. Names and addresses are not needed, so the facts of an
 * erased company fold alike.
 */
export async function foldFacts(
  ports: AuditPorts,
  accountId: string,
  { seq, cutOff, basis }: Cut,
  rewrite: Rewrite = AS_RECORDED,
): Promise<FoldedFacts> {
  const named = new Map(basis.map(({ stream, revision }) => [stream, revision]));
  const found = await streamsOfAccountAt(ports.db, { accountId, category: 'site', seq });
  const ends = new Map(found.map(({ stream, revision }) => [stream, revision]));
  const account = await streamsOfAccountAt(ports.db, { accountId, category: 'account', seq });
  for (const { stream, revision } of account) ends.set(stream, revision);

  const events = new Map<string, PortalEnvelope>();
  const read = async (stream: string) => {
    const last = named.get(stream);
    const end = last ?? ends.get(stream) ?? -1;
    const envelopes = await ports.readStream(stream);
    for (const envelope of envelopes) events.set(envelope.id, envelope);
    // portals whose clocks differ by a moment append what comes after the cut-off before what comes ahead of it
    const isBefore = ({ metadata }: PortalEnvelope) =>
      last !== undefined || cutOff === null || Date.parse(metadata.recordedAt) < Date.parse(cutOff);
    return rewrite(envelopes, (envelope) => envelope.revision <= BigInt(end) && isBefore(envelope));
  };

  let accountFacts: AccountBillingFacts | null = null;
  for (const { event, id } of await read(accountStream(accountId))) {
    if (isAccountEvent(event)) accountFacts = evolveAccountBillingFacts(accountFacts, event, id);
  }
  const sites = await inParallel(found, READS_AT_ONCE, async ({ stream }) => {
    let facts: SiteBillingFacts | null = null;
    for (const { event, id } of await read(stream)) {
      if (isSiteEvent(event)) facts = evolveSiteBillingFacts(facts, event, id);
    }
    return facts;
  });
  return {
    account: accountFacts,
    sites: sites.flatMap((site) => (site !== null && site.accountId === accountId ? [site] : [])),
    events,
  };
}
