import { useCreatePath } from 'react-admin';

/** The address of a list with this filter set. */
export function useListPath(): (resource: string, filter?: Readonly<Record<string, unknown>>) => string {
  const createPath = useCreatePath();
  return (resource, filter) => {
    const path = createPath({ resource, type: 'list' });
    return filter === undefined ? path : `${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`;
  };
}
