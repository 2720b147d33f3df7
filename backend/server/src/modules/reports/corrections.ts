import type { PortalEvent } from '@portal/domain';
import { type Correction, correctionPages, indexedEvents } from '@portal/projections';
import type { PortalEnvelope } from '../../kernel/execute.ts';
import { whoOf } from '../../platform/history/people.ts';
import { type MoneyReportDefinition, type MoneyValues, spanOf } from './moneyReports.ts';
import type { ReportPorts } from './ports.ts';

type Column = 'credited' | 'written_off' | 'refunded' | 'reversed';

/** What each is called, and where its amount stands. */
const KINDS: Readonly<Record<Correction['event_type'], readonly [kind: string, column: Column]>> = {
  InvoiceCredited: ['Credit', 'credited'],
  Line: ['One-off credit', 'credited'],
  InvoiceVoided: ['Void', 'credited'],
  InvoiceWrittenOff: ['Write-off', 'written_off'],
  InvoiceWriteOffReversed: ['Write-off taken back', 'written_off'],
  InvoiceRefunded: ['Refund', 'refunded'],
  InvoiceRefundMoved: ['Refund moved', 'refunded'],
  InvoiceRefundFailed: ['Refund returned', 'refunded'],
  InvoicePayoutReversed: ['Payout taken back', 'refunded'],
  PaymentRefunded: ['Order refund', 'refunded'],
  PaymentRefundFailed: ['Order refund returned', 'refunded'],
  InvoicePaymentReversed: ['Payment reversed', 'reversed'],
};

const recordOf = (id: string | null, name: string | null) =>
  id === null ? null : { id, name: name ?? 'N/A' };

function toRow(found: Correction): MoneyValues {
  const [kind, column] = KINDS[found.event_type];
  const isPayout = found.event_type === 'InvoiceRefunded' && found.account === 'customer_credit';
  const isTax = found.account === 'sales_tax_payable';
  return {
    day: found.day,
    kind: isPayout ? 'Credit paid out' : isTax ? `${kind}: sales tax` : kind,
    company: recordOf(found.account_id, found.company_name),
    invoice: recordOf(found.invoice_id, found.invoice_number),
    order: recordOf(found.order_id, found.order_number),
    reason: found.event_id,
    by: found.event_id,
    credited: 0,
    written_off: 0,
    refunded: 0,
    reversed: 0,
    [column]: found.cents,
  };
}

/** The reason that an event or the request of its refund gives; of a failed refund the provider's message. */
function reasonOf({ event, metadata }: PortalEnvelope, stream: readonly PortalEnvelope[]): string | null {
  const of = ({ data }: PortalEvent) =>
    'reason' in data && typeof data.reason === 'string' && data.reason !== '' ? data.reason : null;
  const own = of(event) ?? metadata.reason ?? null;
  if (own !== null || !('refundId' in event.data)) return own;
  const { refundId } = event.data;
  const asked = stream.find(
    (one) => 'refundId' in one.event.data && one.event.data.refundId === refundId && of(one.event) !== null,
  );
  if (asked !== undefined) return of(asked.event);
  return 'message' in event.data ? String(event.data.message) : null;
}

/** Reads reason and person from the events that the rows cite. */
async function withReasons(
  ports: ReportPorts,
  rows: readonly MoneyValues[],
): Promise<readonly MoneyValues[]> {
  const ids = rows.map(({ by }) => String(by));
  const places = await indexedEvents(ports.db, [...new Set(ids)]);
  const streams = [...new Set(places.map(({ stream }) => stream))];
  const read = await ports.readStreams(streams, { without: ['lines', 'basis'] });
  const wanted = new Set(ids);
  const found = new Map(
    read.flatMap((stream) =>
      stream
        .filter(({ id }) => wanted.has(id))
        .map((envelope) => [envelope.id, { envelope, reason: reasonOf(envelope, stream) }] as const),
    ),
  );
  const who = await whoOf(
    ports,
    [...found.values()].map(({ envelope }) => envelope),
    { kind: 'admin' },
  );
  return rows.map((row) => {
    const cited = found.get(String(row.by));
    return { ...row, reason: cited?.reason ?? null, by: cited ? who(cited.envelope).name : null };
  });
}

/** Credits and refunds of a span of days by kind, with reason and person, the newest first. */
export const correctionsReport: MoneyReportDefinition = {
  columns: [
    { name: 'day', label: 'Date', kind: 'day' },
    { name: 'kind', label: 'Kind', kind: 'text' },
    { name: 'company', label: 'Company', kind: 'companies' },
    { name: 'invoice', label: 'Invoice', kind: 'invoices' },
    { name: 'order', label: 'Order', kind: 'orders' },
    { name: 'reason', label: 'Reason', kind: 'text' },
    { name: 'by', label: 'By', kind: 'text' },
    { name: 'credited', label: 'Credited', kind: 'money' },
    { name: 'written_off', label: 'Written off', kind: 'money' },
    { name: 'refunded', label: 'Refunded', kind: 'money' },
    { name: 'reversed', label: 'Reversed', kind: 'money' },
  ],
  note: 'Credited is what credits, canceled invoices and one-off credits took off what companies owe; Refunded is money that was paid back, for invoices, orders or credit; Reversed is recorded payments that were taken back. Below $0.00 it was undone. Each entry is in the journal on the same day; one-off credits are lines of their invoice there.',
  async read(client, filter) {
    const { span, scope } = spanOf(filter);
    const rows: MoneyValues[] = [];
    for await (const page of correctionPages(client, span)) rows.push(...page.map(toRow));
    return { scope, rows, complete: withReasons };
  },
};
