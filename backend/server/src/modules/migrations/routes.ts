import {
  actionReason,
  approvedMigrationAloneSchema,
  approvedMigrationSchema,
  listQuerySchema,
  MIGRATION_STATUSES,
  migrationRecordSchema,
  newMigrationSchema,
  orIdAlone,
  paths,
  reasonSchema,
} from '@portal/contract';
import { notFound } from '@portal/domain';
import { listMigrations, migrationById, migrationsOfAccount } from '@portal/projections';
import { z } from 'zod';
import { given } from '../../kernel/given.ts';
import { withConflicts } from '../../platform/history/changedMeanwhile.ts';
import { historyRoute } from '../../platform/history/readHistory.ts';
import { listAnswer } from '../../platform/http/listAnswer.ts';
import { recordAnswer } from '../../platform/http/recordAnswer.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { dealerOf, makeOrdered, type OrderPorts, pricedMigration, toMigration } from '../orders/module.ts';
import { migrationRecord } from './history.ts';
import { approveMigration, deleteMigration } from './migrations.ts';

const READS = ['migrations', 'accounts', 'users', 'orders'];
/** The spec's flat `?status=pending` stands beside react-admin's parameters and merges into its filter. */
const listSchema = listQuerySchema.extend({ status: z.enum(MIGRATION_STATUSES).optional() });
/** The message that the page shows (S2-4). */
const MIGRATION_APPROVED = 'Migration approved and converted to a site';
/** Default filter. */
const NOT_DELETED = ['pending', 'approved'];

/** A dealer's own migrations, and the administrators' (S1-7, S2-7). */
export function migrationRoutes(ports: OrderPorts): Route[] {
  const row = (id: string) => migrationById(ports.db, id);
  const shown = async (id: string) => {
    const migration = await row(id);
    return migration === null ? null : toMigration(migration);
  };
  const one = (path: (id: string) => string, access: 'approved' | 'staff') =>
    route('GET', path, access, {
      summary: 'One migration',
      answers: { 200: migrationRecordSchema },
      reads: READS,
      handler: async ({ caller, params: { id } }) => {
        const migration = await row(id);
        const own = migration?.account_id === caller.accountId && migration.status !== 'deleted';
        if (migration === null || !(own || caller.isAdmin)) throw notFound('Migration not found');
        return recordAnswer(id, migration, toMigration);
      },
    });
  return [
    route('GET', paths.migrations, 'approved', {
      summary: "Migrations of one's company",
      answers: { 200: z.array(migrationRecordSchema) },
      query: z.object({ status: z.enum(MIGRATION_STATUSES).optional() }),
      reads: READS,
      handler: async ({ caller: { accountId }, query: { status } }) => {
        const found = accountId === null ? [] : await migrationsOfAccount(ports.db, accountId, status);
        return listAnswer('migrations', { rows: found.map(toMigration), total: found.length });
      },
    }),
    one(paths.migration, 'approved'),
    route('POST', paths.migrations, 'ordering', {
      summary: 'Request a migration',
      answers: { 201: orIdAlone(migrationRecordSchema) },
      body: newMigrationSchema,
      handler: async ({ caller, body, command, visible }) => {
        const dealer = dealerOf(caller, 'Migrations are requested by dealers.');
        const made = await makeOrdered(ports.commands, dealer, body, pricedMigration, command, ports);
        await visible(made.chain);
        return { status: 201, body: (await shown(made.id)) ?? { id: made.id } };
      },
    }),
    route('GET', paths.admin.migrations, 'staff', {
      summary: 'Migrations',
      answers: { 200: z.array(migrationRecordSchema) },
      query: listSchema,
      reads: READS,
      handler: async ({ query: { status, ...query } }) => {
        const everything = 'id' in query.filter || 'status' in query.filter;
        const byStatus = status ?? (everything ? undefined : NOT_DELETED);
        const filter = { ...query.filter, ...given({ status: byStatus }) };
        const { timeZone } = ports;
        const { rows, total } = await listMigrations(ports.db, { ...query, filter, timeZone });
        return listAnswer('migrations', { rows: rows.map(toMigration), total }, query.range?.[0]);
      },
    }),
    one(paths.admin.migration, 'staff'),
    historyRoute(ports, paths.admin.migrationHistory, migrationRecord),
    route('POST', paths.admin.approveMigration, 'sites', {
      summary: 'Approve a migration: it becomes a site',
      answers: { 200: z.union([approvedMigrationSchema, approvedMigrationAloneSchema]) },
      body: z.object({ reason: actionReason() }),
      handler: async (request) => {
        const { body, command } = request;
        const { id } = request.params;
        const record = { name: 'Migration', current: () => shown(id) };
        const { siteId } = await withConflicts(ports, request, record, (seenRevision) =>
          approveMigration(ports.commands, id, command, { reason: body.reason, seenRevision }),
        );
        return { body: { ...((await shown(id)) ?? { id }), site_id: siteId, message: MIGRATION_APPROVED } };
      },
    }),
    route('DELETE', paths.admin.migration, 'sites', {
      summary: 'Delete a migration; a payment is refunded',
      answers: { 200: orIdAlone(migrationRecordSchema) },
      body: reasonSchema,
      // some clients send no body with a DELETE
      query: reasonSchema,
      handler: async (request) => {
        const { body, query, command } = request;
        const { id } = request.params;
        // react-admin expects the deleted record
        const before = (await shown(id)) ?? { id };
        const record = { name: 'Migration', current: async () => before };
        const reason = body.reason ?? query.reason;
        await withConflicts(ports, request, record, (seenRevision) =>
          deleteMigration(ports.commands, id, command, { reason, seenRevision }),
        );
        return { body: before };
      },
    }),
  ];
}
