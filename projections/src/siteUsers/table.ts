import { instant, text } from '../runtime/columns.ts';
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
