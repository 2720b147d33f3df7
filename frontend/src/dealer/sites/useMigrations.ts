import { type Migration, migrationSchema, paths } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../shared/http/http.ts';

/** The dealer's migration requests, GET /api/migrations. */
export function useMigrations() {
  return useQuery({
    queryKey: [paths.migrations],
    queryFn: async (): Promise<readonly Migration[]> =>
      migrationSchema.array().parse(await read(paths.migrations)),
  });
}
