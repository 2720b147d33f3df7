import type { Day } from '@portal/domain/values';
import { DEALER_SITES_VIEW, type SiteRow, sitesByIds } from '../dealerSites/query.ts';
import { type RowOf, text } from '../runtime/columns.ts';
import { type Queryable, selectColumn, selectRows } from '../runtime/select.ts';
import { USERS_VIEW } from '../users/query.ts';
import { siteUsers, siteUsersTable } from './projector.ts';

const VIEW = siteUsers.views.shares;

const { account_id: _account, ...own } = siteUsersTable.columns;
const columns = { ...own, username: text, name: text, company: text };

/** A share with its user. */
export type SiteUserRow = RowOf<typeof columns>;

/** Users a site is shared with, the earliest share first; deleted users are left out. Freshness: `siteUsers`, `users`. */
export async function usersOfSite(db: Queryable, siteId: string): Promise<readonly SiteUserRow[]> {
  const names = [...Object.keys(own).map((name) => `s.${name}`), 'u.username', 'u.name', 'u.company'];
  return selectRows(
    db,
    columns,
    `SELECT ${names.join(', ')} FROM ${VIEW} s JOIN ${USERS_VIEW} u ON u.id = s.user_id
     WHERE s.site_id = $1 ORDER BY s.created_at, s.id`,
    [siteId],
  );
}

/** Companies whose sites these users may view, by user; users without any are left out. Freshness: `siteUsers`. */
export async function hostsOfUsers(
  db: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await selectRows(
    db,
    { user_id: text, account_id: text },
    `SELECT DISTINCT user_id, account_id FROM ${VIEW} WHERE user_id = ANY($1::text[])`,
    [userIds],
  );
  const hosts = new Map<string, Set<string>>();
  for (const { user_id, account_id } of rows)
    hosts.set(user_id, (hosts.get(user_id) ?? new Set()).add(account_id));
  return hosts;
}

/** Sites of other companies that a user may view. Freshness: `siteUsers`, `dealerSites`, `accounts`. */
export async function sitesSharedWith(
  db: Queryable,
  userId: string,
  today: Day,
): Promise<readonly SiteRow[]> {
  const ids = await selectColumn(
    db,
    text,
    `SELECT s.site_id FROM ${VIEW} s JOIN ${DEALER_SITES_VIEW} t ON t.id = s.site_id
     WHERE s.user_id = $1 ORDER BY t.site_name_key, t.id`,
    [userId],
  );
  const sites = new Map((await sitesByIds(db, ids, today)).map((site) => [site.id, site]));
  return ids.flatMap((id) => sites.get(id) ?? []);
}
