import { type Migration, migrationSchema, paths } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { hasPage } from '../../pages.ts';
import { read } from '../../shared/http/http.ts';

/** The dealer's migration requests, GET /api/migrations; none while the portal takes no migrations yet. */
export function useMigrations() {
  return useQuery({
    queryKey: [paths.migrations],
    ...(hasPage('/site-migration') ? {} : { enabled: false, initialData: [] }),
    queryFn: async (): Promise<readonly Migration[]> =>
      migrationSchema.array().parse(await read(paths.migrations)),
  });
}
