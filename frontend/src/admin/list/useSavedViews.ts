import { paths, type SavedView } from '@portal/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { messageOf, request } from '../../shared/http/http.ts';

const KEY = [paths.admin.savedViews] as const;

/** The views the administrator keeps, and how to keep others; `save` resolves to whether it was done. */
export function useSavedViews() {
  const queryClient = useQueryClient();
  const notify = useNotify();
  const { data: views = [] } = useQuery<readonly SavedView[]>({ queryKey: KEY });
  const save = async (next: readonly SavedView[]): Promise<boolean> => {
    try {
      queryClient.setQueryData(KEY, await request('PUT', paths.admin.savedViews, next));
      return true;
    } catch (error) {
      notify(messageOf(error, 'Failed to save the views.'), { type: 'error' });
      return false;
    }
  };
  return { views, save };
}
