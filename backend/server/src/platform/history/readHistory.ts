import type { HistoryEntry } from '@portal/contract';
import { accountStream, migrationStream, type PortalEvent, siteStream, userStream } from '@portal/domain';
import type { RoutePorts } from '../../app/routePorts.ts';
import { describeAccount } from '../../modules/companies/history.ts';
import { describeMoney } from '../../modules/orders/history.ts';
import { describeSite } from '../../modules/sites/history.ts';
import { describeUser } from '../../modules/users/history.ts';
import { notFound } from '../http/errors.ts';
import type { Describe } from './describe.ts';
import { namesFor, type Reader } from './people.ts';

const RECORDS = {
  site: { streamOf: siteStream, describe: describeSite, name: 'Site' },
  user: { streamOf: userStream, describe: describeUser, name: 'User' },
  account: { streamOf: accountStream, describe: describeAccount, name: 'Company' },
  migration: { streamOf: migrationStream, describe: describeMoney, name: 'Migration' },
} as const;

/**
 * What happened to a record, the newest first: its own stream in plain words. A dealer reads a site's from the day it
 * came to the dealer's company, without the administrators' names and reasons.
 * @throws HttpProblem 404 for a record that never was, and for a dealer one of another company
 */
export async function readHistory(
  ports: Pick<RoutePorts, 'db' | 'today' | 'readStream'>,
  record: keyof typeof RECORDS,
  id: string,
  reader: Reader,
): Promise<readonly HistoryEntry[]> {
  const { streamOf, describe, name } = RECORDS[record];
  const envelopes = await ports.readStream(streamOf(id));
  const began =
    reader.kind === 'admin'
      ? 0
      : beginIn(
          envelopes.map(({ event }) => event),
          reader.accountId,
        );
  if (envelopes.length === 0 || began === -1) throw notFound(`${name} not found`);
  const told: Describe = describe();
  const described = envelopes.map((envelope) => ({ envelope, ...told(envelope.event) }));
  const nameOf = await namesFor(ports, envelopes, reader);
  return described
    .slice(began)
    .map(({ envelope: { id: entryId, metadata, event }, text, changes }) => ({
      id: entryId,
      at: metadata.recordedAt,
      by: nameOf(metadata.actor),
      text,
      type: event.type,
      changes: [...changes],
      reason: reader.kind === 'admin' ? (metadata.reason ?? null) : null,
    }))
    .reverse();
}

/** Where a site came to this company, to which it belongs still; -1 where it doesn't, or is gone. */
function beginIn(events: readonly PortalEvent[], accountId: string): number {
  if (events.at(-1)?.type === 'SiteDeleted') return -1;
  const moved = events.findLastIndex(({ type }) => type === 'SiteAssignedToCompany');
  const first = events[Math.max(moved, 0)];
  const owner = first !== undefined && 'accountId' in first.data ? first.data.accountId : null;
  return owner === accountId ? Math.max(moved, 0) : -1;
}
