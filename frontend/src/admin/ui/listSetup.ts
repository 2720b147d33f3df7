import { createContext, useContext } from 'react';
import type { RaRecord } from 'react-admin';
import type { Fields, SourceOf } from './fields.tsx';
import type { Filter, StatusTabsProps } from './StatusTabs.tsx';

/** What the parts of a list share besides react-admin's list context. */
export interface ListSetup<R extends RaRecord = RaRecord> {
  readonly fields: Fields<R>;
  /** The sources of the columns, the record's name first. */
  readonly columns: readonly SourceOf<R>[];
  /** Hidden until somebody shows them. */
  readonly hiddenColumns: readonly SourceOf<R>[];
  /** Begin of the exported file's name. */
  readonly file: string;
  readonly tabs: StatusTabsProps | undefined;
  /** The list's filter without a choice. */
  readonly defaults: Filter;
}

export const ListSetupContext = createContext<ListSetup | null>(null);

export function useListSetup<R extends RaRecord = RaRecord>(): ListSetup<R> {
  const setup = useContext(ListSetupContext);
  if (setup === null) throw new Error('This part belongs into a List.');
  return setup as unknown as ListSetup<R>;
}
