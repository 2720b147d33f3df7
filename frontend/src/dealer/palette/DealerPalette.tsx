import type { Invoice, Site } from '@portal/contract';
import { centsFromDollars, formatDollars, sumCents } from '@portal/domain/values';
import { useInvoices } from '../../parts/invoice/reads.ts';
import { matchOf } from '../../parts/palette/match.ts';
import Palette, { type FoundRecords, type PaletteCommand } from '../../parts/palette/Palette.tsx';
import { navigationFor } from '../../shared/layout/navigation.ts';
import { useDealerMay, useUser } from '../../shared/session/session.ts';
import { dollarsText, formatMonth, showPlace } from '../../shared/text.ts';
import { useSharedSites, useSites } from '../sites/queries.ts';

/** The pages, sites and invoices of a dealer. */
export default function DealerPalette({ onClose }: { readonly onClose: () => void }) {
  const { links } = navigationFor(useUser());
  const [orders, pays] = [useDealerMay('ordering'), useDealerMay('paying')];
  const payable = (useInvoices().data ?? []).filter(({ can_pay }) => can_pay);
  return (
    <Palette
      placeholder="Site, address, invoice or page"
      commands={[
        ...links.map(({ to, label }) => ({ label, detail: 'Page', run: to })),
        ...payOf(payable),
        ...(orders ? [{ label: 'Import sites', detail: 'From a CSV file', run: '/new-site/import' }] : []),
        ...(pays ? [{ label: 'Payment card', detail: 'Page', run: '/update-payment-method' }] : []),
      ]}
      useRecords={useDealerRecords}
      onClose={onClose}
    />
  );
}

/** Pays the only open invoice, or leads to where several are paid together. */
function payOf(payable: readonly Invoice[]): readonly PaletteCommand[] {
  const [only, another] = payable;
  if (only === undefined) return [];
  const open = formatDollars(sumCents(payable.map(({ open_amount }) => centsFromDollars(open_amount))));
  const run = another === undefined ? `/invoices/${encodeURIComponent(only.id)}/pay` : '/invoicing';
  return [{ label: 'Pay', detail: `${open} open`, run }];
}

const fieldsOf = ({ site_name, ...site }: Site) => [
  site_name,
  `${site.site_address}, ${showPlace(site.site_city, site.site_state, site.site_zip)}`,
];

function useDealerRecords(text: string): readonly FoundRecords[] {
  const sites = useSites();
  const shared = useSharedSites();
  const invoices = useInvoices();
  const isFound = (fields: readonly string[]) => text !== '' && matchOf(fields, text) !== null;
  const own = (sites.data ?? []).filter((site) => isFound(fieldsOf(site)));
  const others = (shared.data ?? []).filter((site) => isFound(fieldsOf(site)));
  const bills = (invoices.data ?? []).filter((one) => isFound([one.invoice_number, formatMonth(one.period)]));
  const query = encodeURIComponent(text);
  const recordsOf = (found: readonly Site[]) =>
    found.map((site) => {
      const [label = '', ...fields] = fieldsOf(site);
      return { to: `/sites/${encodeURIComponent(site.id)}`, label, fields, tail: [site.status] };
    });
  return [
    {
      kind: 'sites',
      records: recordsOf(own),
      total: own.length,
      all: `/dealer-dashboard?tab=all&q=${query}`,
      isLoading: sites.isLoading,
      isPaused: sites.isPaused,
      error: sites.error,
    },
    {
      kind: 'shared sites',
      records: recordsOf(others),
      total: others.length,
      all: '/dealer-dashboard',
      isLoading: shared.isLoading,
      error: shared.error,
    },
    {
      kind: 'invoices',
      records: bills.map((invoice) => ({
        to: `/invoicing/${encodeURIComponent(invoice.id)}`,
        label: invoice.invoice_number,
        fields: [formatMonth(invoice.period)],
        tail: [dollarsText(invoice.total_amount), invoice.is_overdue ? 'overdue' : invoice.status],
      })),
      total: bills.length,
      all: `/invoicing?q=${query}`,
      isLoading: invoices.isLoading,
      error: invoices.error,
    },
  ];
}
