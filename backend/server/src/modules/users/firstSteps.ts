import { firstStepSchema, firstStepsSchema, paths, tickFirstStepSchema } from '@portal/contract';
import type { Queryable } from '@portal/projections';
import { z } from 'zod';
import type { Migration } from '../../platform/database/migrate.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { UserPorts } from './ports.ts';

/** Beside a user's saved views: a convenience of the pages too, deleted with the credentials. */
export const firstStepsMigration: Migration = {
  name: '0021_first_steps',
  up: (knex) =>
    knex.schema.alterTable('saved_views', (table) => {
      table.jsonb('views').notNullable().defaultTo('[]').alter();
      table.jsonb('first_steps').notNullable().defaultTo('[]');
    }),
};

async function firstStepsOf(db: Queryable, userId: string) {
  const { rows } = await db.query<{ first_steps: unknown }>(
    'SELECT first_steps FROM saved_views WHERE user_id = $1',
    [userId],
  );
  // another release may know further steps
  const saved = z.array(z.unknown()).parse(rows[0]?.first_steps ?? []);
  return saved.flatMap((step) => firstStepSchema.safeParse(step).data ?? []);
}

export function firstStepRoutes({ db }: Pick<UserPorts, 'db'>): Route[] {
  return [
    route('GET', paths.firstSteps, 'approved', {
      summary: 'First steps that one has ticked off',
      answers: { 200: firstStepsSchema },
      handler: async ({ caller }) => ({ body: await firstStepsOf(db, caller.id) }),
    }),
    route('POST', paths.firstSteps, 'approved', {
      summary: 'Tick off a first step',
      answers: { 200: firstStepsSchema },
      body: tickFirstStepSchema,
      handler: async ({ caller: { id }, body: { step } }) => {
        await db.query(
          `INSERT INTO saved_views (user_id, first_steps) VALUES ($1, jsonb_build_array($2::text))
           ON CONFLICT (user_id) DO UPDATE SET first_steps = saved_views.first_steps || excluded.first_steps
           WHERE NOT saved_views.first_steps @> excluded.first_steps`,
          [id, step],
        );
        return { body: await firstStepsOf(db, id) };
      },
    }),
  ];
}
