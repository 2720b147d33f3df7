import { instant, text } from '../runtime/columns.ts';
import { defineTable } from '../runtime/table.ts';

/** One row a share of a site with a user of another company (S1-3). */
export const siteUsersTable = defineTable({
  name: 'site_users',
  key: 'id',
  columns: {
    /** `<site>.<user>`: a site is shared with a user once. */
    id: text,
    site_id: text,
    user_id: text,
    /** Whose site it is. */
    account_id: text,
    access_level: text,
    created_at: instant,
  },
  indexes: ['(site_id)', '(user_id)'],
});
