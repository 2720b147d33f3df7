import { zodResolver } from '@hookform/resolvers/zod';
import { newMigrationSchema, PLAIN } from '@portal/contract';

/** Checks the migration form (S1-5). */
export const migrationResolver = zodResolver(newMigrationSchema, PLAIN);
