import { type Overview, paths } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';

/** Pending decisions and current figures, shared by menu and home. */
export function useOverview() {
  return useQuery<Overview>({ queryKey: [paths.admin.overview] });
}
