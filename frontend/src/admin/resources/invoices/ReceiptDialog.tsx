import { Box, Button, FormHelperText, FormLabel, OutlinedInput, Typography } from '@mui/material';
import { type BankLine, type Invoice, recordReceiptSchema } from '@portal/contract';
import { centsFromDollars, formatDollars, sumCents } from '@portal/domain/values';
import { useId, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { CheckField, Field, ReasonField } from '../../../shared/form/Field.tsx';
import { useZodForm } from '../../../shared/form/Form.tsx';
import { dateText, dollarsText } from '../../../shared/text.ts';
import { LoadProblem } from '../../../shared/ui/LoadProblem.tsx';
import { Muted } from '../../../shared/ui/Muted.tsx';
import { money } from '../../dataProvider/money.ts';
import { CommandDialog } from '../../kit/CommandDialog.tsx';
import { allocationOf, centsOf, inDollars, payableBy } from './allocation.ts';
import { AmountField, OFFLINE_METHODS, OfflineFields, useInvoicesBy } from './parts.tsx';

const formSchema = recordReceiptSchema
  .omit({ shares: true, credit: true })
  .extend({ shares: z.record(z.string(), z.string().optional()) });

interface ReceiptDialogProps {
  /** In the title. */
  readonly name: string;
  readonly accountId: string;
  /** Whose mode the money is for. */
  readonly isDemo: boolean;
  /** The bank's line that the money is. */
  readonly line?: Pick<BankLine, 'id' | 'day' | 'amount' | 'reference' | 'text'> | undefined;
  /** The invoice that is paid first. */
  readonly invoice?: Pick<Invoice, 'id' | 'invoice_date' | 'open_amount'> & { readonly hint: string };
  /** Dollars that the company owes, which the amount begins with. */
  readonly owed?: number | undefined;
  /** Invoices that it pays, each all that is open. */
  readonly chosen?: readonly Pick<Invoice, 'id' | 'open_amount'>[];
  readonly today: string;
  readonly onClose: () => void;
}

/** Records a check or bank transfer over one or several invoices of a company. */
export function ReceiptDialog(props: ReceiptDialogProps) {
  const { name, accountId, isDemo, line, invoice, owed, chosen, today, onClose } = props;
  const offered = chosen?.map(({ id, open_amount: open }) => [id, centsFromDollars(open)] as const);
  const [isSending, setSending] = useState(false);
  // while the dialog closes, it shows what was open before the payment
  const query = useInvoicesBy({ account_id: accountId, is_demo: isDemo }, !isSending);
  const form = useZodForm(formSchema, {
    amount:
      offered === undefined
        ? ((line?.amount ?? invoice?.open_amount ?? owed)?.toFixed(2) ?? '')
        : inDollars(sumCents(offered.map(([, cents]) => cents))),
    method: line === undefined ? 'check' : 'ach',
    received_on: line?.day ?? today,
    // the server takes it from the line
    reference: line === undefined ? '' : line.reference || line.text || 'Bank line',
    reason: '',
    record_again: false,
    shares: Object.fromEntries(offered?.map(([id, cents]) => [id, inDollars(cents)]) ?? []),
  });
  const [amount, receivedOn, entered, again] = form.watch([
    'amount',
    'received_on',
    'shares',
    'record_again',
  ]);
  const { errors } = form.formState;
  const isRepeated = errors.record_again !== undefined || again === true;
  const first = invoice?.id;
  const invoices = query.data ?? [];
  const amountCents = centsOf(String(amount)) ?? 0;
  const allocation = allocationOf(invoices, { amountCents, receivedOn, entered, first });
  const { shares, credit, creditCents, problem } = allocation;
  const isWrong = amountCents > 0 && problem !== null;
  return (
    <CommandDialog
      title={`Record payment of ${name}`}
      form={form}
      submitLabel="Record payment"
      keepAs={line?.id ?? invoice?.id ?? accountId}
      canSubmit={query.data !== undefined && !isWrong}
      send={({ shares: _entered, ...receipt }) => {
        const given = { shares, ...(creditCents > 0 && { credit }) };
        const { method, record_again } = receipt;
        setSending(true);
        const sent =
          line === undefined
            ? money.recordReceipt(accountId, { ...receipt, ...given })
            : money.matchBankLine(line.id, { account_id: accountId, method, record_again, ...given });
        return sent.catch((problem: unknown) => {
          setSending(false);
          throw problem;
        });
      }}
      done="Payment recorded"
      failed="Failed to record payment"
      onClose={onClose}
    >
      {line === undefined ? (
        <>
          <AmountField hint={invoice?.hint ?? (chosen === undefined ? OLDEST_FIRST : CHOSEN)} />
          <OfflineFields verb="Paid" day="received_on" days={daysOf(invoice, today)} />
        </>
      ) : (
        <>
          <Typography variant="body2">
            {dollarsText(line.amount)} of {dateText(line.day)}: {line.text}
          </Typography>
          <Field name="method" label="Paid by" options={OFFLINE_METHODS} blank={null} required />
        </>
      )}
      {query.isError ? (
        <LoadProblem text="Failed to fetch invoices" onRetry={query.refetch} />
      ) : (
        <Shares invoices={payableBy(invoices, { receivedOn, first })} shown={allocation.shown} />
      )}
      {query.data !== undefined && amountCents > 0 && (
        <Box role="status">
          {isWrong ? (
            <FormHelperText error sx={{ fontSize: '0.9rem', m: 0 }}>
              {problem}
            </FormHelperText>
          ) : (
            <Typography variant="body2">{outcomeOf(amountCents, allocation)}</Typography>
          )}
        </Box>
      )}
      {line === undefined && <ReasonField />}
      {isRepeated && <CheckField name="record_again" label="This is another payment: record it again" />}
    </CommandDialog>
  );
}

const OLDEST_FIRST = 'It pays the oldest open invoices first.';
const CHOSEN = 'All that is open of the selected invoices.';

const daysOf = (invoice: ReceiptDialogProps['invoice'], last: string) => ({
  first: invoice?.invoice_date ?? '2000-01-01',
  last,
});

/** What is said before it is saved. */
export function outcomeOf(
  amountCents: number,
  { count, creditCents }: Pick<ReturnType<typeof allocationOf>, 'count' | 'creditCents'>,
): string {
  const pays = formatDollars(amountCents - creditCents);
  const paid =
    count === 0 ? 'No invoice is open.' : `${pays} pays ${count === 1 ? '1 invoice' : `${count} invoices`}.`;
  return creditCents === 0
    ? paid
    : `${paid} ${formatDollars(creditCents)} becomes credit of the company, which pays the next invoices.`;
}

interface SharesProps {
  readonly invoices: readonly Invoice[];
  readonly shown: ReadonlyMap<string, string>;
}

/** The open invoices, each with what it gets of the payment. */
function Shares({ invoices, shown }: SharesProps) {
  const { formState, setValue, watch } = useFormContext<z.input<typeof formSchema>>();
  const isChanged = Object.values(watch('shares')).some((amount) => amount !== undefined);
  const problem = formState.errors.shares?.message;
  const id = useId();
  if (invoices.length === 0) return null;
  return (
    <Box role="group" aria-labelledby={id}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 1 }}>
        <FormLabel
          id={id}
          component="div"
          sx={{ fontSize: '0.9rem', fontWeight: 600, color: 'text.primary' }}
        >
          Invoices that it pays
        </FormLabel>
        {isChanged && (
          <Button size="small" onClick={() => setValue('shares', {}, { shouldDirty: true })}>
            Oldest first
          </Button>
        )}
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {invoices.map((invoice) => (
          <Share key={invoice.id} invoice={invoice} shown={shown.get(invoice.id) ?? ''} />
        ))}
      </Box>
      {problem !== undefined && <FormHelperText error>{String(problem)}</FormHelperText>}
    </Box>
  );
}

function Share({ invoice, shown }: { readonly invoice: Invoice; readonly shown: string }) {
  const { id, invoice_number: number, invoice_date: issued, open_amount: open } = invoice;
  const { field } = useController({ name: `shares.${id}` });
  const input = `share-${id}`;
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2, py: 0.5 }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography component="label" variant="body2" htmlFor={input} sx={{ fontWeight: 600 }}>
          {number}
        </Typography>
        <Muted id={`${input}-open`}>
          {dateText(issued)}, {dollarsText(open)} open
        </Muted>
      </Box>
      <OutlinedInput
        size="small"
        id={input}
        name={field.name}
        value={shown}
        onChange={({ target }) => field.onChange(target.value)}
        onBlur={field.onBlur}
        inputRef={field.ref}
        placeholder="0.00"
        sx={{ width: 120, flexShrink: 0 }}
        inputProps={{
          inputMode: 'decimal',
          'aria-describedby': `${input}-open`,
          style: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
        }}
      />
    </Box>
  );
}
