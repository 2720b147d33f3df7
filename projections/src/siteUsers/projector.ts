import { instant, text } from '../runtime/columns.ts';
import { defineProjection } from '../runtime/definition.ts';
import { defineTable } from '../runtime/table.ts';

/** One row per share of a site with a user of another company (S1-3). */
export const siteUsersTable = defineTable({
  name: 'site_users',
  key: 'id',
  columns: {
    /** `<site>.<user>` */
    id: text,
    site_id: text,
    user_id: text,
    /** The site's company. */
    account_id: text,
    access_level: text,
    created_at: instant,
  },
  indexes: ['(site_id)', '(user_id)'],
});

const idOf = (siteId: string, userId: string) => `${siteId}.${userId}`;

/** Users of other companies who may view a site. */
export const siteUsers = defineProjection({
  name: 'siteUsers',
  version: 1,
  personal: false,
  tables: { shares: siteUsersTable },
  handlers: {
    SiteShared: ({ siteId, accountId, userId, accessLevel }, rows, envelope) =>
      rows.shares.put({
        id: idOf(siteId, userId),
        site_id: siteId,
        user_id: userId,
        account_id: accountId,
        access_level: accessLevel,
        created_at: envelope.metadata.recordedAt,
      }),
    SiteShareEnded: ({ siteId, userId }, rows) => rows.shares.remove(idOf(siteId, userId)),
  },
});
