import { setTimeout as sleep } from 'node:timers/promises';
import { type PortalEvent, siteStream } from '@portal/domain';
import type { Chance } from '@portal/event-store/testing';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { siteRequested } from '../../domain/test/firstEvents.ts';
import { codecOf } from '../support/rebuiltElsewhere.ts';

const ACCOUNTS = 8;
const MAX_STREAMS = 3;
const MAX_EVENTS = 4;
const ROLLED_BACK = 0.05;
const SITES_EACH = 4;
/** Share of appends to a site of any writer, which may be refused. */
const CONTENDED = 0.1;

interface Site {
  readonly id: string;
  readonly accountId: string;
  ids: readonly string[];
  readers: number;
}

/**
 * Writes histories of sites, each transaction into a few streams. Each writer is a session that sleeps at random before
 * it commits, and sometimes rolls back. Of two writers to one stream, one is refused.
 */
export async function writeLate(options: {
  readonly connectionString: string;
  readonly writers: number;
  readonly events: number;
  readonly chance: Chance;
  /** Share of transactions that sleep, and the longest sleep in milliseconds. */
  readonly sleeps: { readonly share: number; readonly most: number };
}) {
  const { connectionString, writers, chance, sleeps } = options;
  const sessions = new pg.Pool({ connectionString, max: writers });
  // a pool of its own: writers hold all of theirs
  const keys = new pg.Pool({ connectionString, max: 2 });
  const codec = codecOf(keys);
  const sites: readonly Site[] = Array.from({ length: writers * SITES_EACH }, (_, n) => ({
    id: `late-${n}`,
    accountId: `account-${n % ACCOUNTS}`,
    ids: [],
    readers: 0,
  }));
  let events = 0;
  let rolledBack = 0;
  let refused = 0;

  /** @returns the number of committed events */
  async function write(client: pg.PoolClient, own: readonly Site[]): Promise<number> {
    const chosen = new Set(
      Array.from({ length: chance.between(1, MAX_STREAMS) }, () =>
        chance.oneOf(chance.fraction() < CONTENDED ? sites : own),
      ),
    );
    const appends = await Promise.all(
      [...chosen].map(async (site) => {
        const before = site.ids.length;
        const history = historyOf(site, before, chance.between(1, MAX_EVENTS), chance);
        const stored = await codec.encode(
          history.events,
          history.events.map(() => uuidv7()),
          {
            v: 1,
            correlationId: 'late',
            causationId: null,
            actor: { kind: 'system', id: 'late writer' },
            commandId: 'late',
            recordedAt: new Date().toISOString(),
            accounts: [site.accountId],
          },
        );
        return { site, before, stored, readers: history.readers };
      }),
    );
    const all = appends.flatMap(({ site, before, stored }) =>
      stored.map((event, n) => ({ ...event, stream: siteStream(site.id), revision: before + n })),
    );
    await client.query('BEGIN');
    const { rows } = await client.query<{ answer: string[] }>(
      `SELECT es.append_batch($1::text[], $2::bigint[], $3::integer[], $4::text[], $5::bigint[], $6::uuid[], $7::text[],
         $8::text[], $9::text[]) AS answer`,
      [
        appends.map(({ site }) => siteStream(site.id)),
        appends.map(({ before }) => before - 1),
        appends.map(({ stored }) => stored.length),
        all.map(({ stream }) => stream),
        all.map(({ revision }) => revision),
        all.map(({ id }) => id),
        all.map(({ type }) => type),
        all.map(({ data }) => data),
        all.map(({ metadata }) => metadata),
      ],
    );
    if (chance.fraction() < sleeps.share) await sleep(chance.between(0, sleeps.most));
    const accepted = rows[0]?.answer.length === 1;
    if (!accepted || chance.fraction() < ROLLED_BACK) {
      if (accepted) rolledBack += 1;
      else refused += 1;
      await client.query('ROLLBACK');
      return 0;
    }
    // these streams are locked until the commit
    for (const { site, stored, readers } of appends) {
      site.ids = [...site.ids, ...stored.map(({ id }) => id)];
      site.readers = readers;
    }
    await client.query('COMMIT');
    return all.length;
  }

  async function writer(_: unknown, index: number): Promise<void> {
    const client = await sessions.connect();
    const own = sites.slice(index * SITES_EACH, (index + 1) * SITES_EACH);
    try {
      while (events < options.events) {
        const committed = await write(client, own);
        events += committed;
      }
    } finally {
      client.release();
    }
  }

  try {
    await Promise.all(Array.from({ length: writers }, writer));
  } finally {
    await sessions.end();
    await keys.end();
  }
  const begun = sites.filter(({ ids }) => ids.length > 0);
  return {
    /** Event ids by stream, in order of revision. */
    streams: new Map(begun.map(({ id, ids }) => [siteStream(id), ids])),
    /** Readers by site. */
    readers: new Map(begun.map(({ id, readers }) => [id, readers])),
    events,
    rolledBack,
    refused,
  };
}

/** The next events of a site's stream: ordered, approved, then one reader count after the other. */
function historyOf(
  { id: siteId, accountId, readers }: Site,
  before: number,
  length: number,
  chance: Chance,
): { readonly events: readonly PortalEvent[]; readonly readers: number } {
  const events: PortalEvent[] = [];
  let now = readers;
  for (let n = before; n < before + length; n += 1) {
    if (n !== 1) now = chance.between(1, 500);
    if (n === 0) events.push(siteRequested({ siteId, accountId, siteName: `Site ${siteId}`, readers: now }));
    else if (n === 1)
      events.push({ type: 'SiteApproved', data: { siteId, accountId, activeFrom: '2026-03-10' } });
    else events.push({ type: 'ReaderCountChanged', data: { siteId, accountId, readers: now } });
  }
  return { events, readers: now };
}
