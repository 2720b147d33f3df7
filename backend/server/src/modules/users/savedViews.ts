import { paths, type SavedView, savedViewsSchema } from '@portal/contract';
import type { Queryable } from '@portal/projections';
import type { Migration } from '../../platform/database/migrate.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { UserPorts } from './ports.ts';

/** Per administrator, as JSON. A convenience of the pages, outside the log; deleted with the credentials. */
export const savedViewsMigration: Migration = {
  name: '0010_saved_views',
  up: (knex) =>
    knex.schema.createTable('saved_views', (table) => {
      table.text('user_id').primary().references('user_id').inTable('credentials').onDelete('CASCADE');
      table.jsonb('views').notNullable();
    }),
};

export async function savedViewsOf(db: Queryable, userId: string): Promise<readonly SavedView[]> {
  const { rows } = await db.query<{ views: unknown }>('SELECT views FROM saved_views WHERE user_id = $1', [
    userId,
  ]);
  // another release may have written a format that this one can't read
  return savedViewsSchema.safeParse(rows[0]?.views ?? []).data ?? [];
}

/** Replaces the user's views. */
export async function keepViews(db: Queryable, userId: string, views: readonly SavedView[]): Promise<void> {
  await db.query(
    `INSERT INTO saved_views (user_id, views) VALUES ($1, $2)
     ON CONFLICT (user_id) DO UPDATE SET views = excluded.views`,
    [userId, JSON.stringify(views)],
  );
}

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
