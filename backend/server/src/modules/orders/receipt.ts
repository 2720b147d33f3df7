import { cardText } from '@portal/contract';
import { formatDay, formatDollars } from '@portal/domain/values';
import { type AccountRow, accountById, type OrderRow, orderById, type Queryable } from '@portal/projections';
import type { Content } from 'pdfmake/interfaces.js';
import { type PdfDocument, RULED, WARNING } from '../../platform/pdf/renderPdf.ts';

type Buyer = Pick<
  AccountRow,
  'company_name' | 'company_address' | 'company_city' | 'company_state' | 'company_zip' | 'company_email'
>;

/**
 * The receipt of a paid order, with 'Test payment' in test mode (rule B24).
 * @throws Error if the order is not paid according to the read models
 */
export async function receiptPaper(db: Queryable, orderId: string): Promise<PdfDocument> {
  const order = await orderById(db, orderId);
  if (order === null || order.paid_on === null) throw new Error(`Order ${orderId} has no receipt yet`);
  // name and address are the same on any day
  const buyer = await accountById(db, order.account_id, order.paid_on);
  return {
    title: `Receipt ${order.order_number}`,
    heading: 'RECEIPT',
    madeAt: order.created_at,
    content: receiptContent(order, buyer),
  };
}

/** A receipt without its head. */
export function receiptContent(order: OrderRow, buyer: Buyer | null): Content[] {
  const facts: [string, string][] = [
    ['Order', order.order_number],
    ['Paid on', formatDay(order.paid_on ?? order.placed_on)],
    ['Paid by', cardOf(order)],
  ];
  return [
    ...(order.test_mode
      ? [
          {
            text: 'Test payment: no money was charged.',
            bold: true,
            color: WARNING,
            margin: [0, 0, 0, 8],
          } as Content,
        ]
      : []),
    {
      columns: [
        { stack: [{ text: 'Received from', style: 'label' }, ...linesOf(buyer)] },
        {
          stack: facts.map(([label, value]) => ({
            columns: [
              { text: label, style: 'label', width: 60 },
              { text: value, width: '*' },
            ],
          })),
        },
      ],
      margin: [0, 0, 0, 16],
    },
    tableOf(
      ['Item', 'Amount'],
      order.items.map(({ name, cents }) => [name, cents === 0 ? 'Included' : formatDollars(cents)]),
    ),
    amount('Total', order.total_cents, 'total'),
    ...(order.refunded_cents > 0 ? [amount('Refunded', order.refunded_cents)] : []),
    ...(order.taken_cents > 0 ? [amount('Taken back by the bank', order.taken_cents)] : []),
    { text: order.kind === 'migration' ? 'Site to be migrated' : 'Sites ordered', style: 'title' },
    tableOf(
      ['Site', 'Amount'],
      order.entries.map(({ name, cents, outcome }) => [
        outcome === 'rejected' ? `${name} (rejected)` : name,
        formatDollars(cents),
      ]),
    ),
  ];
}

const cardOf = ({ card_brand: brand, card_last4: last4 }: OrderRow) =>
  brand === null || last4 === null ? 'Card' : cardText({ brand, last4 });

function linesOf(buyer: Buyer | null): Content[] {
  if (buyer === null) return [{ text: 'N/A' }];
  const { company_city: city, company_state: state, company_zip: zip } = buyer;
  return [
    { text: buyer.company_name, bold: true },
    { text: buyer.company_address },
    { text: `${city}, ${state} ${zip}` },
    { text: buyer.company_email },
  ];
}

const styled = (style: string | undefined) => (style === undefined ? {} : { style });

const amount = (label: string, cents: number, style?: string): Content => ({
  columns: [
    { text: label, alignment: 'right', width: '*', ...styled(style) },
    { text: formatDollars(cents), alignment: 'right', width: 90, ...styled(style) },
  ],
  margin: [0, 6, 4, 0],
});

type Row = readonly [name: string, amount: string];

function tableOf(head: Row, rows: readonly Row[]): Content {
  const cells = ([name, value]: Row, style?: string) => [
    { text: name, ...styled(style) },
    { text: value, ...styled(style), alignment: 'right' as const },
  ];
  return {
    table: {
      headerRows: 1,
      widths: ['*', 90],
      body: [cells(head, 'tableHead'), ...rows.map((row) => cells(row))],
    },
    layout: RULED,
  };
}
