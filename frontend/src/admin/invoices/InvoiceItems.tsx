import {
  Box,
  Chip,
  Table,
  TableBody,
  TableCell,
  TableFooter,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { correctionsOf, type InvoiceDetail, type InvoiceItem, openRowsOf } from '@portal/contract';
import { MoreItems } from '../../shared/invoice/MoreItems.tsx';
import { useInvoiceItems } from '../../shared/invoice/useInvoiceItems.ts';
import { showCount, showDollars } from '../format.ts';
import { RecordLink } from '../records/links.tsx';

const SOURCES: Readonly<Record<NonNullable<InvoiceItem['rate_source']>, string>> = {
  custom: 'Custom rate',
  promotional: 'Promotional rate',
  account: 'Default rate',
  system: 'System rate',
  corrected: 'Corrected rate',
  line: 'Added line',
};

/** The lines of an invoice with their rates and why these hold; wider than a phone, it scrolls by itself. */
export function InvoiceItems({ invoice }: { readonly invoice: InvoiceDetail }) {
  const { items, ...parts } = useInvoiceItems(invoice);
  return (
    <Box
      role="region"
      aria-label="Invoice items"
      tabIndex={0}
      sx={{ overflowX: 'auto', mt: 3, '& th, & td': { px: { xs: 0.5, sm: 2 } } }}
    >
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>Description</TableCell>
            <TableCell align="right">Quantity</TableCell>
            <TableCell align="right">Rate</TableCell>
            <TableCell align="right">Amount</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {items.length === 0 && (
            <TableRow>
              <TableCell colSpan={4}>No invoice items found</TableCell>
            </TableRow>
          )}
          {items.map((item) => (
            <Line key={item.id} item={item} corrections={correctionsOf(invoice, item)} />
          ))}
          {parts.more > 0 && (
            <TableRow>
              <TableCell colSpan={4}>
                <MoreItems invoiceId={invoice.id} {...parts} />
              </TableCell>
            </TableRow>
          )}
        </TableBody>
        <TableFooter>
          {[
            ['Subtotal', showDollars(invoice.total_amount)],
            ['Tax', showDollars(0)],
            ['Total', showDollars(invoice.total_amount)],
            ...openRowsOf(invoice),
          ].map(([label, amount]) => (
            <TableRow key={label}>
              <TableCell
                component="th"
                scope="row"
                colSpan={3}
                align="right"
                sx={{ color: 'text.primary', fontSize: '0.875rem' }}
              >
                {label}
              </TableCell>
              <TableCell
                align="right"
                sx={{ color: 'text.primary', fontSize: '0.875rem', fontVariantNumeric: 'tabular-nums' }}
              >
                {amount}
              </TableCell>
            </TableRow>
          ))}
        </TableFooter>
      </Table>
      {correctionsOf(invoice, null).map(({ name, text, reason }) => (
        <Typography key={`${name} ${text} ${reason}`} variant="body2" color="text.secondary" sx={{ mt: 1.5 }}>
          {name}: {text}. {reason}
        </Typography>
      ))}
    </Box>
  );
}

interface LineProps {
  readonly item: InvoiceItem;
  readonly corrections: InvoiceDetail['corrections'];
}

function Line({ item, corrections }: LineProps) {
  const { description, quantity, unit_price, amount, site_id, site, rate_source } = item;
  return (
    <TableRow>
      <TableCell>
        {site_id === null ? (
          description
        ) : (
          <RecordLink resource="sites" id={site_id}>
            {site?.site_name || description}
          </RecordLink>
        )}{' '}
        {rate_source !== null && <Chip size="small" variant="outlined" label={SOURCES[rate_source]} />}
        {corrections.map(({ text, reason }) => (
          <Typography key={`${text} ${reason}`} variant="body2" color="text.secondary">
            {text}: {reason}
          </Typography>
        ))}
      </TableCell>
      <TableCell align="right">{showCount(quantity)}</TableCell>
      <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {showDollars(unit_price)}
      </TableCell>
      <TableCell align="right" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {showDollars(amount)}
      </TableCell>
    </TableRow>
  );
}
