import { useCreatePath } from 'react-admin';
import { useNavigate } from 'react-router';

/** Goes from a record's page to its list, for a record that is gone. */
export function useLeaveRecord(resource: string): () => void {
  const createPath = useCreatePath();
  const navigate = useNavigate();
  return () => void navigate(createPath({ resource, type: 'list' }));
}
