import {
  paths,
  type SavedView,
  savedViewNameSchema,
  savedViewSchema,
  savedViewsSchema,
} from '@portal/contract';
import type { Queryable } from '@portal/projections';
import type { Migration } from '../../platform/database/migrate.ts';
import { HttpProblem } from '../../platform/http/errors.ts';
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
    route('GET', paths.admin.savedViews, 'staff', {
      summary: "One's saved lists",
      answers: { 200: savedViewsSchema },
      handler: async ({ caller }) => ({ body: await savedViewsOf(db, caller.id) }),
    }),
    route('PUT', paths.admin.savedViews, 'staff', {
      summary: "Replace one's saved lists",
      answers: { 200: savedViewsSchema },
      body: savedViewsSchema,
      handler: async ({ caller, body }) => {
        await keepViews(db, caller.id, body);
        return { body };
      },
    }),
    route('POST', paths.admin.savedViews, 'staff', {
      summary: 'Save a list under a name',
      answers: { 200: savedViewsSchema },
      body: savedViewSchema,
      // one statement: of two tabs that save at once, neither loses its view
      handler: async ({ caller: { id }, body }) => {
        const refused = savedViewsSchema.safeParse([...(await savedViewsOf(db, id)), body]).error?.issues[0];
        if (refused !== undefined) throw new HttpProblem(400, refused.message);
        const { rowCount } = await db.query(
          `INSERT INTO saved_views (user_id, views) VALUES ($1, jsonb_build_array($2::jsonb))
           ON CONFLICT (user_id) DO UPDATE SET views = saved_views.views || excluded.views
           WHERE NOT saved_views.views @> jsonb_build_array($3::jsonb)`,
          [id, JSON.stringify(body), JSON.stringify({ resource: body.resource, name: body.name })],
        );
        if (rowCount === 0) throw new HttpProblem(400, 'There is already a view of that name');
        return { body: await savedViewsOf(db, id) };
      },
    }),
    route('DELETE', paths.admin.savedViews, 'staff', {
      summary: 'Delete a saved list',
      answers: { 200: savedViewsSchema },
      body: savedViewNameSchema,
      handler: async ({ caller: { id }, body: { resource, name } }) => {
        await db.query(
          `UPDATE saved_views SET views = (
             SELECT coalesce(jsonb_agg(view ORDER BY place), '[]')
             FROM jsonb_array_elements(views) WITH ORDINALITY AS each (view, place) WHERE NOT view @> $2::jsonb)
           WHERE user_id = $1`,
          [id, JSON.stringify({ resource, name })],
        );
        return { body: await savedViewsOf(db, id) };
      },
    }),
  ];
}
