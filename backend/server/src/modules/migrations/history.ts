import { isErased, migrationStream } from '@portal/domain';
import { because, type Describe, plainWords, said } from '../../platform/history/describe.ts';
import type { RecordKind } from '../../platform/history/readHistory.ts';

const describeMigration: Describe = (event) => {
  switch (event.type) {
    case 'MigrationRequested': {
      const { siteName, readers } = event.data;
      const name = isErased(siteName) ? 'erased' : siteName;
      return said(`Migration of ${name} requested with ${readers} reader${readers === 1 ? '' : 's'}`);
    }
    case 'MigrationApproved':
      return said('Approved and converted to a site');
    case 'MigrationDeleted':
      return said(`Deleted${because(event.data.reason)}`);
    default:
      return plainWords(event.type);
  }
};

export const migrationRecord: RecordKind = {
  streamOf: migrationStream,
  describe: () => describeMigration,
  name: 'Migration',
};
