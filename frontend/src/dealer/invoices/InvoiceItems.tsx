import { Box } from '@mui/material';
import {
  correctionsOf,
  type InvoiceDetail,
  type InvoiceItem,
  itemsWithoutTax,
  openRowsOf,
  totalRowsOf,
} from '@portal/contract';
import { type ReactNode, Suspense } from 'react';
import { tableStyle } from '../../parts/invoice/InvoiceTable.tsx';
import { MoreItems, useInvoiceItems } from '../../parts/invoice/items.tsx';
import { RATE_REASONS } from '../../parts/invoice/texts.ts';
import { dollarsText } from '../../shared/text.ts';
import { Muted } from '../../shared/ui/Muted.tsx';

interface ItemRowProps {
  readonly item: InvoiceItem;
  readonly corrections: InvoiceDetail['corrections'];
  readonly children: ReactNode;
}

/** On a phone quantity and rate are below the description, and long names of taxes wrap. */
const style = {
  ...tableStyle,
  '& .roomy': { display: { xs: 'none', sm: 'table-cell' } },
  '& tfoot th.figure': { whiteSpace: { xs: 'normal', sm: 'nowrap' } },
  // they reach over the empty cell before them, and do not widen the column of rates
  '& tfoot th span': { display: 'inline-block', ml: { sm: '-16rem' } },
} as const;

function ItemRow({ item, corrections, children }: ItemRowProps) {
  return (
    <tr>
      <Box component="td" sx={{ overflowWrap: 'anywhere', minWidth: 160 }}>
        {item.description}
        <Muted sx={{ display: { sm: 'none' } }}>
          {item.quantity} × {dollarsText(item.unit_price)}
        </Muted>
        {item.rate_source !== null && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
            <Muted>{RATE_REASONS[item.rate_source]}</Muted>
            <span className="no-print">
              <Suspense>{children}</Suspense>
            </span>
          </Box>
        )}
        {corrections.map(({ text, reason }) => (
          <Muted key={`${text} ${reason}`}>
            {text}: {reason}
          </Muted>
        ))}
      </Box>
      <td className="figure roomy">{item.quantity}</td>
      <td className="figure roomy">{dollarsText(item.unit_price)}</td>
      <td className="figure">{dollarsText(item.amount)}</td>
    </tr>
  );
}

interface InvoiceItemsProps {
  readonly invoice: InvoiceDetail;
  /** What can be done about a line that has a rate. */
  readonly lineAction: (line: InvoiceItem) => ReactNode;
}

/** The lines of an invoice and its totals; tax is $0.00 unless a rate is set (S2-2-invoice). */
export function InvoiceItems({ invoice, lineAction }: InvoiceItemsProps) {
  const { items, ...parts } = useInvoiceItems(invoice);
  const totals = [...totalRowsOf(invoice, items), ...openRowsOf(invoice)];
  return (
    <Box
      role="region"
      aria-label="Invoice items"
      // focusable, for scrolling a wide table by keyboard
      tabIndex={0}
      sx={{ overflowX: 'auto' }}
    >
      <Box component="table" sx={style}>
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col" className="figure roomy">
              Quantity
            </th>
            <th scope="col" className="figure roomy">
              Rate
            </th>
            <th scope="col" className="figure">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {items.length === 0 && (
            <tr>
              <td colSpan={4}>No invoice items found</td>
            </tr>
          )}
          {itemsWithoutTax(items).map((item) => (
            <ItemRow key={item.id} item={item} corrections={correctionsOf(invoice, item)}>
              {lineAction(item)}
            </ItemRow>
          ))}
          {parts.more > 0 && (
            <tr>
              <td colSpan={4}>
                <MoreItems invoice={invoice} {...parts} />
              </td>
            </tr>
          )}
        </tbody>
        <tfoot>
          {totals.map(([label, value]) => (
            <tr key={label}>
              <td className="roomy" colSpan={2} />
              <th scope="row" className="figure">
                <span>{label}</span>
              </th>
              <td className="figure">{value}</td>
            </tr>
          ))}
        </tfoot>
      </Box>
    </Box>
  );
}
