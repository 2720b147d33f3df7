import { ERASED_TEXT, reveal } from '@portal/domain';
import { defineProjection, type PortalEnvelope } from '../runtime/definition.ts';
import { migrationsTable } from './table.ts';

const stamp = ({ metadata, revision }: PortalEnvelope) => ({ updated_at: metadata.recordedAt, revision });

/** Which legacy sites were to be moved, and what became of it (S1-3)? */
export const migrations = defineProjection({
  name: 'migrations',
  version: 1,
  personal: true,
  tables: { migrations: migrationsTable },
  handlers: {
    MigrationRequested: (data, rows, envelope) =>
      rows.migrations.put({
        id: data.migrationId,
        account_id: data.accountId,
        user_id: data.userId,
        status: 'pending',
        site_name: data.siteName,
        site_address: reveal(data.siteAddress),
        site_city: reveal(data.siteCity),
        site_state: reveal(data.siteState),
        site_zip: reveal(data.siteZip),
        system7_site_id: data.system7SiteId,
        current_system: data.currentSystem,
        other_system: data.otherSystem,
        controllers: data.controllers,
        cards: data.cards,
        database_required: data.databaseRequired,
        requested_date: data.requestedDate,
        notes: data.notes === null ? null : reveal(data.notes),
        readers: data.readers,
        panels: data.panels,
        hardware: data.hardware,
        software_version: data.softwareVersion,
        aurora_license: data.auroraLicense,
        reverse_network_ip: data.reverseNetworkIp,
        ca150_panel: data.ca150Panel,
        netcom6p: data.netcom6p,
        include_shipping: data.includeShipping,
        total_cents: data.totalCents,
        order_id: data.orderId,
        site_id: null,
        created_at: envelope.metadata.recordedAt,
        ...stamp(envelope),
        search: '',
      }),
    MigrationApproved: ({ migrationId, siteId }, rows, envelope) =>
      rows.migrations.update(migrationId, (migration) => ({
        ...migration,
        status: 'approved',
        site_id: siteId,
        ...stamp(envelope),
      })),
    MigrationDeleted: ({ migrationId }, rows, envelope) =>
      rows.migrations.update(migrationId, (migration) => ({
        ...migration,
        status: 'deleted',
        ...stamp(envelope),
      })),
    CompanyDataErased: ({ migrationIds }, rows) => {
      for (const migrationId of migrationIds) {
        rows.migrations.upsert(
          migrationId,
          (migration) =>
            migration && {
              ...migration,
              site_address: ERASED_TEXT,
              site_city: ERASED_TEXT,
              site_state: ERASED_TEXT,
              site_zip: ERASED_TEXT,
              notes: migration.notes === null ? null : ERASED_TEXT,
            },
        );
      }
    },
  },
});
