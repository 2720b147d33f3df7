import { Box, Table, TableBody, TableCell, TableFooter, TableRow } from '@mui/material';
import {
  correctionsOf,
  type InvoiceDetail,
  type InvoiceItem,
  itemsWithoutTax,
  openRowsOf,
  totalRowsOf,
} from '@portal/contract';
import type { ReactNode } from 'react';
import { CorrectionText, MoreItems, useInvoiceItems } from '../../../parts/invoice/items.tsx';
import { dollarsText, showCount } from '../../../shared/text.ts';
import { Muted } from '../../../shared/ui/Muted.tsx';
import { useMay } from '../../kit/access.ts';
import { HeadRow, RowName } from '../../kit/parts.tsx';
import { RecordLink } from '../../records/links.tsx';
import { RATE_SOURCES } from '../../records/states.tsx';
import { correctDialogOf } from './CorrectDialogs.tsx';
import CorrectLine from './CorrectLine.tsx';

/** The lines of an invoice with their rates. */
export function InvoiceItems({ invoice }: { readonly invoice: InvoiceDetail }) {
  const { items, ...parts } = useInvoiceItems(invoice);
  const mayCorrect = useMay('money');
  const isCorrectable = mayCorrect && correctDialogOf(invoice) !== undefined;
  const width = isCorrectable ? 5 : 4;
  return (
    <Box
      role="region"
      aria-label="Invoice items"
      tabIndex={0}
      sx={{ overflowX: 'auto', mt: 3, '& th, & td': { px: { xs: 0.5, sm: 2 } } }}
    >
      {/* without the column of pencils on paper */}
      <Table
        size="small"
        sx={{
          '@media print': { '& th:nth-of-type(5)': { display: 'none' } },
          // a phone has quantity and rate below the name; without the cells the totals would be wider than the lines
          '@media (max-width: 599.95px)': {
            '& :is(thead th, tbody td):is(:nth-of-type(2), :nth-of-type(3))': {
              padding: 0,
              width: 0,
              fontSize: 0,
            },
          },
        }}
      >
        <HeadRow
          columns={[
            'Description',
            { figure: 'Quantity' },
            { figure: 'Rate' },
            { figure: 'Amount' },
            ...(isCorrectable ? [' '] : []),
          ]}
        />
        <TableBody>
          {items.length === 0 && (
            <TableRow>
              <TableCell colSpan={width}>No invoice items found</TableCell>
            </TableRow>
          )}
          {itemsWithoutTax(items).map((item) => (
            <Line key={item.id} item={item} corrections={correctionsOf(invoice, item)}>
              {isCorrectable && (
                <TableCell padding="none" align="right" className="no-print">
                  <CorrectLine invoice={invoice} item={item} />
                </TableCell>
              )}
            </Line>
          ))}
          {parts.more > 0 && (
            <TableRow>
              <TableCell colSpan={width}>
                <MoreItems invoice={invoice} {...parts} />
              </TableCell>
            </TableRow>
          )}
        </TableBody>
        <TableFooter>
          {[...totalRowsOf(invoice, items), ...openRowsOf(invoice)].map(([label, amount]) => (
            <TableRow key={label}>
              <RowName colSpan={3} align="right">
                {label}
              </RowName>
              <TableCell align="right">{amount}</TableCell>
              {isCorrectable && <TableCell padding="none" className="no-print" />}
            </TableRow>
          ))}
        </TableFooter>
      </Table>
      {correctionsOf(invoice, null).map((correction) => (
        <Muted key={`${correction.name} ${correction.text} ${correction.reason}`} sx={{ mt: 1.5 }}>
          <CorrectionText {...correction} />
        </Muted>
      ))}
    </Box>
  );
}

interface LineProps {
  readonly item: InvoiceItem;
  readonly corrections: InvoiceDetail['corrections'];
  /** A cell for actions. */
  readonly children: ReactNode;
}

function Line({ item, corrections, children }: LineProps) {
  const { description, quantity, unit_price, amount, site_id, site, rate_source } = item;
  return (
    <TableRow>
      <TableCell>
        {site_id === null ? (
          description
        ) : (
          <RecordLink resource="sites" id={site_id} text={site?.site_name || description} />
        )}
        <Muted>
          <Box component="span" sx={{ display: { sm: 'none' } }}>
            {showCount(quantity)} × {dollarsText(unit_price)}
            {rate_source !== null && ' · '}
          </Box>
          {rate_source !== null && RATE_SOURCES[rate_source]}
        </Muted>
        {corrections.map(({ text, reason }) => (
          <Muted key={`${text} ${reason}`}>
            {text}: {reason}
          </Muted>
        ))}
      </TableCell>
      <TableCell align="right">{showCount(quantity)}</TableCell>
      <TableCell align="right">{dollarsText(unit_price)}</TableCell>
      <TableCell align="right">{dollarsText(amount)}</TableCell>
      {children}
    </TableRow>
  );
}
