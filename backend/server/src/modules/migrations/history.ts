import { type MigrationEvent, migrationStream, reveal } from '@portal/domain';
import { because, describeByTexts, type EventTexts } from '../../platform/history/describe.ts';
import type { RecordKind } from '../../platform/history/readHistory.ts';

const TEXTS: EventTexts<MigrationEvent> = {
  MigrationRequested: ({ siteName, readers }) =>
    `Migration of ${reveal(siteName)} requested with ${readers} reader${readers === 1 ? '' : 's'}`,
  MigrationApproved: 'Approved and converted to a site',
  MigrationDeleted: ({ reason }) => `Deleted${because(reason)}`,
};

export const migrationRecord: RecordKind = {
  streamOf: migrationStream,
  describe: describeByTexts(TEXTS),
  name: 'Migration',
};
