import { defineProjection } from '../src/index.ts';
import { integer, text } from '../src/runtime/columns.ts';
import { defineTable } from '../src/runtime/table.ts';

/** Counts an account's site requests, so that a lost or repeated event is detected. Refuses 666 readers. */
export const counts = defineProjection({
  name: 'counts',
  version: 1,
  personal: false,
  tables: {
    counts: defineTable({
      name: 'counts',
      key: 'account_id',
      columns: { account_id: text, requests: integer, sites: text },
    }),
  },
  handlers: {
    SiteRequested: ({ accountId, siteId, readers }, { counts: rows }) => {
      rows.upsert(accountId, (row) => {
        if (readers === 666) throw new Error('The number of the beast.');
        return {
          account_id: accountId,
          requests: (row?.requests ?? 0) + 1,
          sites: `${row?.sites ?? ''}${siteId} `,
        };
      });
    },
  },
});
