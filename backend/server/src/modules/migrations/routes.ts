import {
  MIGRATION_STATUSES,
  migrationRecordSchema,
  newMigrationSchema,
  orIdAlone,
  paths,
} from '@portal/contract';
import { notFound } from '@portal/domain';
import { migrationById, migrationsOfAccount } from '@portal/projections';
import { z } from 'zod';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import { recordAnswer } from '../../platform/http/recordAnswer.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { dealerOf, type OrderPorts, toMigration } from '../orders/module.ts';
import { createMigration } from './migrations.ts';

export const MIGRATION_READS = ['migrations', 'accounts', 'users', 'orders'];

/** GET and POST /api/migrations, GET /api/migrations/{id}: a dealer's own (S1-7, S2-7). */
export function migrationRoutes(ports: OrderPorts): Route[] {
  return [
    route('GET', paths.migrations, 'approved', {
      summary: "Migrations of one's company",
      answers: { 200: z.array(migrationRecordSchema) },
      query: z.object({ status: z.enum(MIGRATION_STATUSES).optional() }),
      reads: MIGRATION_READS,
      handler: async ({ caller: { accountId }, query: { status } }) => {
        const found = accountId === null ? [] : await migrationsOfAccount(ports.db, accountId, status);
        return listAnswer('migrations', { rows: found.map(toMigration), total: found.length });
      },
    }),
    route('GET', paths.migration, 'approved', {
      summary: 'One migration',
      answers: { 200: migrationRecordSchema },
      reads: MIGRATION_READS,
      handler: async ({ caller, params: { id } }) => {
        const row = await migrationById(ports.db, id);
        const own = row !== null && row.account_id === caller.accountId && row.status !== 'deleted';
        if (row === null || !(own || caller.isAdmin)) throw notFound('Migration not found');
        return recordAnswer(id, row, toMigration);
      },
    }),
    route('POST', paths.migrations, 'approved', {
      summary: 'Request a migration',
      answers: { 201: orIdAlone(migrationRecordSchema) },
      body: newMigrationSchema,
      handler: async ({ caller, body, command, visible }) => {
        const dealer = dealerOf(caller, 'Migrations are requested by dealers.');
        const { migrationId, chain } = await createMigration(ports.commands, dealer, body, command, ports);
        await visible(chain);
        const row = await migrationById(ports.db, migrationId);
        return { status: 201, body: row === null ? { id: migrationId } : toMigration(row) };
      },
    }),
  ];
}
