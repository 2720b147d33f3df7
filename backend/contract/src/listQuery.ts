import { z } from 'zod';

/** The most rows of a list with a range. */
const MAX_RANGE = 1_000;

/** A parameter that is JSON. */
export const json = (name: string) =>
  z.string().transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: `${name} must be JSON` });
      return z.NEVER;
    }
  });

const filter = z.record(z.string().max(100), z.unknown(), { error: 'filter must be an object' });

/**
 * Query of ra-data-simple-rest: `sort=["field","ASC"]`, `range=[0,24]` (inclusive), `filter={...}`. Without a range the
 * whole list is returned. Routes merge plain `status` and `userId` parameters into the filter.
 */
export const listQuerySchema = z.object({
  sort: json('sort')
    .pipe(z.tuple([z.string().max(100), z.enum(['ASC', 'DESC'])], { error: 'sort must be ["field","ASC"]' }))
    .optional(),
  range: json('range')
    .pipe(
      z.tuple([z.number().int().min(0), z.number().int().min(0)], { error: 'range must be [first,last]' }),
    )
    .refine(
      ([first, last]) => last >= first - 1 && last - first < MAX_RANGE,
      `range may span at most ${MAX_RANGE} rows`,
    )
    .optional(),
  filter: json('filter').pipe(filter).default({}),
});
export type ListQuery = z.infer<typeof listQuerySchema>;

/** Lists with tabs. */
export const COUNTED_LISTS = [
  'users',
  'sites',
  'migrations',
  'invoices',
  'orders',
  'payments',
  'receivables',
  'collections',
  'bank-lines',
  'disputes',
  'notes',
  'approvals',
  'contacts',
  'mails',
] as const;

/** GET …/totals of a list: the filter as for the list itself. */
export const totalsQuerySchema = listQuerySchema.pick({ filter: true });

/** Lists with amounts and no totals of their own path. */
export const SUMMED_LISTS = ['users', 'accounts', 'migrations', 'invoices', 'orders', 'payments'] as const;

/** GET /api/admin/totals. */
export const listTotalsQuerySchema = totalsQuerySchema.extend({
  list: z.enum(SUMMED_LISTS, { error: 'There is no such list' }),
});
/**
 * A row for each mode that the filter finds: sums of the list's amounts by their names, in their unit. Users: once for
 * each company. Without canceled invoices and those whose amount is on a later one, orders that are unpaid or rejected,
 * and payments that took nothing.
 */
export const listTotalsSchema = z.object({ is_demo: z.boolean() }).catchall(z.number());

/** GET /api/admin/counts. `tabs`: a filter for each, beside `filter`. The answer has a number for each. */
export const countsQuerySchema = z.object({
  list: z.enum(COUNTED_LISTS, { error: 'There is no such list' }),
  filter: json('filter').pipe(filter).default({}),
  tabs: json('tabs').pipe(z.array(filter, { error: 'tabs must be an array of filters' }).max(20)),
});
