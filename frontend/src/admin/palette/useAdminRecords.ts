import type { Account, AdminUser, Invoice, Site } from '@portal/contract';
import { useEffect, useState } from 'react';
import { type RaRecord, useCreatePath, useDebouncedEvent, useGetList } from 'react-admin';
import { type FoundRecords, type PaletteRecord, SHOWN } from '../../parts/palette/Palette.tsx';
import { dollarsText, showPlace } from '../../shared/text.ts';
import type { ResourceName, SortOf } from '../dataProvider/resourcePaths.ts';
import { useListPath } from '../records/links.tsx';

/** Long enough to type on, short enough to feel immediate. */
const TYPING_PAUSE_MS = 200;

const SORTS = {
  // what fits best first
  companies: { field: 'match', order: 'ASC' },
  users: { field: 'match', order: 'ASC' },
  sites: { field: 'match', order: 'ASC' },
  invoices: { field: 'invoice_date', order: 'DESC' },
} as const satisfies { readonly [Name in ResourceName]?: SortOf<Name> };

/** Companies, users, sites and invoices that the server finds. */
export function useAdminRecords(text: string): readonly FoundRecords[] {
  const [asked, setAsked] = useState('');
  const ask = useDebouncedEvent(setAsked, TYPING_PAUSE_MS);
  useEffect(() => ask(text), [ask, text]);
  // results of an earlier text are not shown: Enter would open one of them
  const q = asked === text ? text : '';
  const found = [
    useFound<Account>('companies', q, (company) => ({
      label: company.company_name || company.name,
      fields: [company.dealer_id, showPlace(company.company_city, company.company_state)],
      others: [company.name, company.company_email],
    })),
    useFound<AdminUser>('users', q, (user) => ({
      label: user.name || user.username,
      fields: [user.company, user.email],
      others: [user.username, user.dealer_id, user.phone, user.city],
      tail: [user.is_approved ? null : 'Pending'],
    })),
    useFound<Site>('sites', q, (site) => ({
      label: site.site_name,
      fields: [
        `${site.site_address}, ${showPlace(site.site_city, site.site_state, site.site_zip)}`,
        site.company_name,
      ],
      tail: [site.status],
    })),
    useFound<Invoice>('invoices', q, (invoice) => ({
      label: invoice.invoice_number,
      fields: [invoice.company_name],
      tail: [dollarsText(invoice.total_amount), invoice.status],
    })),
  ];
  return asked === text ? found : found.map((kind) => ({ ...kind, isLoading: true }));
}

/** The records of a kind that fit best. */
function useFound<R extends RaRecord>(
  kind: keyof typeof SORTS,
  q: string,
  show: (record: R) => Omit<PaletteRecord, 'to'>,
): FoundRecords {
  const createPath = useCreatePath();
  const listPath = useListPath();
  // an outdated request is canceled with its query
  const {
    data = [],
    total = 0,
    isLoading,
    isPaused,
    error,
  } = useGetList<R>(
    kind,
    { pagination: { page: 1, perPage: SHOWN }, sort: SORTS[kind], filter: { q } },
    { enabled: q !== '' },
  );
  const records = q === '' ? [] : data;
  return {
    ...{ kind, isLoading, isPaused, error },
    total: records.length === 0 ? 0 : total,
    all: listPath(kind, { q }),
    records: records.map((record) => ({
      ...show(record),
      to: createPath({ resource: kind, type: 'show', id: record.id }),
    })),
  };
}
