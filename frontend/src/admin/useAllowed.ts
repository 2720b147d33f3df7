import type { RaRecord } from 'react-admin';
import { useSession } from '../shared/session/session.ts';
import { type AdminAction, canAccess } from './canAccess.ts';

/**
 * Whether the person signed in is offered an action, on a record or at all. react-admin's own hook keeps its answer
 * by the record's id, so that a site just deactivated would still be offered 'Deactivate'.
 */
export function useAllowed(resource: string, action: AdminAction, record?: RaRecord): boolean {
  const { user } = useSession();
  return canAccess(user === 'loading' ? null : user, { resource, action, record });
}
