import { paths, type SavedView, savedViewsSchema } from '@portal/contract';
import type { Queryable } from '@portal/projections';
import type { Knex } from 'knex';
import { type Route, route } from '../../platform/http/route.ts';
import type { UserPorts } from './ports.ts';

/**
 * `saved_views`: the lists an administrator keeps, as JSON, one row a person. A convenience of the pages, no fact of
 * the business: it stands outside the log and goes with the user's credentials.
 */
export async function createSavedViewsTable(knex: Knex): Promise<void> {
  await knex.schema.createTable('saved_views', (table) => {
    table.text('user_id').primary().references('user_id').inTable('credentials').onDelete('CASCADE');
    table.jsonb('views').notNullable();
  });
}

export async function dropSavedViewsTable(knex: Knex): Promise<void> {
  await knex.schema.dropTable('saved_views');
}

/** The views a user keeps, in the order they were put in; none at first. */
export async function savedViewsOf(db: Queryable, userId: string): Promise<readonly SavedView[]> {
  const { rows } = await db.query<{ views: unknown }>('SELECT views FROM saved_views WHERE user_id = $1', [
    userId,
  ]);
  // what another release wrote and this one can't read counts as none
  return savedViewsSchema.safeParse(rows[0]?.views ?? []).data ?? [];
}

/** Keeps these views and no others. */
export async function keepViews(db: Queryable, userId: string, views: readonly SavedView[]): Promise<void> {
  await db.query(
    `INSERT INTO saved_views (user_id, views) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET views = excluded.views`,
    [userId, JSON.stringify(views)],
  );
}

/** The lists that the administrator who calls keeps. */
export function adminSavedViewRoutes({ db }: Pick<UserPorts, 'db'>): Route[] {
  return [
    route({
      method: 'GET',
      path: paths.admin.savedViews,
      access: 'admin',
      summary: "One's saved lists",
      answers: { 200: savedViewsSchema },
      handler: async ({ caller }) => ({ body: await savedViewsOf(db, caller.id) }),
    }),
    route({
      method: 'PUT',
      path: paths.admin.savedViews,
      access: 'admin',
      summary: "Replace one's saved lists",
      answers: { 200: savedViewsSchema },
      body: savedViewsSchema,
      handler: async ({ caller, body }) => {
        await keepViews(db, caller.id, body);
        return { body };
      },
    }),
  ];
}
