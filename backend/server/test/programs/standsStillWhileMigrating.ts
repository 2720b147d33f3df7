import { migrate } from '../../src/platform/database/migrate.ts';
import { openDatabase } from '../../src/platform/database/openDatabase.ts';

// A portal that comes no further than the middle of a migration, and says that it is there: for specs that stop it.
await migrate(openDatabase(process.env.DATABASE_URL ?? ''), [
  {
    name: '0001_first',
    up: async () => {
      process.stdout.write('migrating\n');
      await new Promise(() => undefined);
    },
  },
]);
