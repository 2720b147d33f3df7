import { type SavedView, savedViewsSchema } from '@portal/contract';
import type { Queryable } from '@portal/projections';

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
