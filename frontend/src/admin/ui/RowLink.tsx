import { createContext, type ReactNode, useContext } from 'react';
import { type RaRecord, useResourceContext } from 'react-admin';
import { RecordLink } from '../records/links.tsx';

/** Where a row leads; the record's own page by default. */
export type RowClick<R extends RaRecord> = (record: R) => string;

export const RowClickContext = createContext<RowClick<RaRecord> | undefined>(undefined);

/** A link to what a click on the row opens. */
export function RowLink({ record, children }: { readonly record: RaRecord; readonly children: ReactNode }) {
  const resource = useResourceContext() ?? '';
  const rowClick = useContext(RowClickContext);
  return (
    <RecordLink resource={resource} id={record.id} to={rowClick?.(record)}>
      {children}
    </RecordLink>
  );
}
