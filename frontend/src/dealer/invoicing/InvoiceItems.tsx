import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { InvoiceDetail, InvoiceItem } from '@portal/contract';
import { centsFromDollars, formatDollars, sumCents } from '@portal/domain/values';
import { dollarsText } from '../../shared/dollarsText.ts';
import { tableStyle } from '../../shared/ui/tableStyle.ts';
import { RATE_REASONS } from './rateReasons.ts';

function ItemRow({ item }: { readonly item: InvoiceItem }) {
  return (
    <tr>
      <Box component="td" sx={{ overflowWrap: 'anywhere', minWidth: 160 }}>
        {item.description}
        {item.rate_source !== null && (
          <Typography variant="body2" color="text.secondary">
            {RATE_REASONS[item.rate_source]}
          </Typography>
        )}
      </Box>
      <td className="figure">{item.quantity}</td>
      <td className="figure">{dollarsText(item.unit_price)}</td>
      <td className="figure">{dollarsText(item.amount)}</td>
    </tr>
  );
}

/** The lines of an invoice and what they come to; tax is $0.00 (spec 2, section 2, Invoice detail). */
export function InvoiceItems({ invoice }: { readonly invoice: InvoiceDetail }) {
  const { items } = invoice;
  const subtotal = sumCents(items.map(({ amount }) => centsFromDollars(amount)));
  const totals = [
    ['Subtotal', formatDollars(subtotal)],
    ['Tax', formatDollars(0)],
    ['Total', dollarsText(invoice.total_amount)],
  ] as const;
  return (
    <Box
      role="region"
      aria-label="Invoice items"
      // focusable, so that a table wider than the screen scrolls by keyboard
      tabIndex={0}
      className="invoice-items"
      sx={{ overflowX: 'auto' }}
    >
      <Box component="table" sx={tableStyle}>
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col" className="figure">
              Quantity
            </th>
            <th scope="col" className="figure">
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
          {items.map((item) => (
            <ItemRow key={item.id} item={item} />
          ))}
        </tbody>
        <tfoot>
          {totals.map(([label, value]) => (
            <tr key={label}>
              <th scope="row" colSpan={3} className="figure">
                {label}
              </th>
              <td className="figure">{value}</td>
            </tr>
          ))}
        </tfoot>
      </Box>
    </Box>
  );
}
