import { useCallback } from 'react';
import {
  type RaRecord,
  useCreatePath,
  useGetRecordRepresentation,
  useResourceContext,
  useResourceDefinition,
} from 'react-admin';
import { useLocation } from 'react-router';
import type { ToastSubject } from '../../shared/toast/toasts.ts';

/** @returns what a toast says of a record: its name, with the way to its page unless that is open */
export function useSubject(of?: string): (record: RaRecord) => ToastSubject {
  const resource = useResourceContext(of === undefined ? undefined : { resource: of }) ?? '';
  const { hasShow = false } = useResourceDefinition({ resource });
  const represent = useGetRecordRepresentation(resource);
  const createPath = useCreatePath();
  const { pathname } = useLocation();
  return useCallback(
    (record) => {
      const to = createPath({ resource, type: 'show', id: record.id });
      const text = String(represent(record));
      return hasShow && pathname !== to ? { text, to } : { text };
    },
    [resource, hasShow, represent, createPath, pathname],
  );
}
