import { type Overview, paths } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';

/** What needs a decision now and how the business stands; menu and home share the one answer. */
export function useOverview() {
  return useQuery<Overview>({ queryKey: [paths.admin.overview] });
}
