import { defineProjection } from '../runtime/definition.ts';
import { siteUsersTable } from './table.ts';

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
