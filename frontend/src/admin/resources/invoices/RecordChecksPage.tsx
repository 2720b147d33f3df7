import { Box, Button, Card, Table, TableBody, Typography } from '@mui/material';
import type { Account, Invoice } from '@portal/contract';
import { formatDollars } from '@portal/domain/values';
import { useQueries } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useGetMany } from 'react-admin';
import { FormProvider, useFieldArray, useWatch } from 'react-hook-form';
import { useLocation } from 'react-router';
import { Field } from '../../../shared/form/Field.tsx';
import { FormProblems, SubmitButton, useZodForm } from '../../../shared/form/Form.tsx';
import { KeptEntries } from '../../../shared/form/KeptEntries.tsx';
import { useLeaveGuard } from '../../../shared/form/useLeaveGuard.ts';
import { HttpError, messageOf } from '../../../shared/http/problem.ts';
import { useCommand } from '../../../shared/http/useCommand.ts';
import { useToday } from '../../../shared/session/session.ts';
import { counted } from '../../../shared/text.ts';
import { DiscardDialog } from '../../../shared/ui/ConfirmDialog.tsx';
import { money } from '../../dataProvider/money.ts';
import { wholeListPath } from '../../dataProvider/resourcePaths.ts';
import { refreshResources } from '../../kit/live.ts';
import { HeadRow, stackedOnPhone } from '../../kit/parts.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import {
  type Allocation,
  allocationsOf,
  blankRow,
  type CheckRow,
  checksSchema,
  differenceOf,
  firstRows,
  isBlank,
  proposalOf,
  totalCents,
} from './allocation.ts';
import { CheckLine, type Outcome } from './CheckLine.tsx';

/** Invoices of these companies, each in the company's mode, the oldest first. */
function useInvoicesOf(companies: readonly string[]) {
  const ids = [...new Set(companies)].filter((id) => id !== '');
  const { data: accounts = [] } = useGetMany<Account>('companies', { ids }, { enabled: ids.length > 0 });
  const known = accounts.filter((account) => account !== undefined);
  const lists = useQueries({
    queries: known.map(({ id, is_demo_account: is_demo }) => ({
      queryKey: [
        wholeListPath('invoices', { account_id: id, is_demo }, { field: 'invoice_date', order: 'ASC' }),
      ],
    })),
  });
  const byCompany = new Map(
    known.map(({ id }, index) => [id, lists[index]?.data as readonly Invoice[] | undefined]),
  );
  return (company: string) => byCompany.get(company);
}

/** Records the checks of a day by keyboard, each as its own receipt, beside the total of the deposit slip. */
export default function RecordChecksPage() {
  const today = useToday();
  const { state } = useLocation();
  const form = useZodForm(checksSchema, { deposit: '', rows: firstRows(state, today) });
  const { control, handleSubmit, formState, reset, setFocus } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'rows' });
  const rows = useWatch({ control, name: 'rows' }) as readonly CheckRow[];
  const deposit = useWatch({ control, name: 'deposit' });
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const isDone = (index: number) => outcomes.get(fields[index]?.id ?? '')?.recorded === true;
  const invoicesOf = useInvoicesOf(rows.map(({ company }) => company));
  const allocations = allocationsOf(rows, isDone, invoicesOf);
  const open = rows.flatMap((row, index) => (isBlank(row) || isDone(index) ? [] : [index]));
  const isRead = open.every((index) => {
    const { company = '' } = rows[index] ?? {};
    return company === '' || invoicesOf(company) !== undefined;
  });
  const guard = useLeaveGuard(formState.isDirty && open.length > 0);

  const { isPending, mutate } = useCommand({
    send: async () => {
      let recorded = 0;
      for (const index of open) {
        const [row, allocation, key] = [rows[index], allocations[index], fields[index]?.id ?? ''];
        if (row === undefined || allocation == null) continue;
        const outcome = await record(row, allocation, invoicesOf(row.company) ?? []);
        setOutcomes((before) => new Map(before).set(key, outcome));
        if (outcome.recorded) recorded += 1;
      }
      return { recorded, refused: open.length - recorded };
    },
    refresh: refreshResources,
    done: (_, { recorded, refused }) => ({
      title: `${counted(recorded, 'check')} recorded`,
      ...(refused > 0 && { description: `${counted(refused, 'check')} not recorded: see the rows.` }),
    }),
    failed: { title: 'Error', fallback: 'The checks could not be recorded' },
  });

  const next = (index: number) => {
    if (index + 1 < fields.length) setFocus(`rows.${index + 1}.company`);
    else append(blankRow(rows[index]?.received_on ?? today), { focusName: `rows.${index + 1}.company` });
  };
  const onEnter = (index: number) => (event: KeyboardEvent) => {
    // a choice of the list of companies is not the end of the row
    if (event.key !== 'Enter' || event.defaultPrevented || event.target instanceof HTMLButtonElement) return;
    event.preventDefault();
    next(index);
  };
  /** What came of the row before says nothing of what is entered now. */
  const changed = (key: string, index: number) => {
    if (outcomes.get(key)?.recorded !== false) return;
    setOutcomes((before) => new Map([...before].filter(([one]) => one !== key)));
    form.setValue(`rows.${index}.record_again`, false);
  };
  const isOver = fields.length > 0 && open.length === 0 && outcomes.size > 0;
  return (
    <>
      <PageHeading
        title="Record checks"
        lead="Each check pays the oldest open invoices of its company. Enter goes to the next row."
      />
      <FormProvider {...form}>
        <form
          noValidate
          aria-label="Checks"
          onSubmit={handleSubmit(() => {
            if (!isPending && isRead && open.length > 0) mutate();
          })}
        >
          <KeptEntries
            name="Record checks"
            below={2.5}
            labels={{ deposit: 'Deposit total', rows: 'Checks' }}
          />
          <Card variant="outlined" sx={{ overflowX: 'auto' }}>
            <Table size="small" aria-label="Checks" sx={{ minWidth: { sm: 860 }, ...stackedOnPhone }}>
              <HeadRow columns={['Company', 'Amount', 'Check number', 'Received on', 'Pays', ' ']} />
              <TableBody>
                {fields.map((field, index) => (
                  <CheckLine
                    key={field.id}
                    index={index}
                    allocation={allocations[index] ?? null}
                    invoices={invoicesOf(rows[index]?.company ?? '')}
                    outcome={outcomes.get(field.id)}
                    onKeyDown={onEnter(index)}
                    onChanged={() => changed(field.id, index)}
                    onRemove={fields.length > 1 ? () => remove(index) : undefined}
                  />
                ))}
              </TableBody>
            </Table>
          </Card>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, mt: 2.5, alignItems: 'flex-start' }}>
            <Box sx={{ width: 180 }} onKeyDown={onEnter(-1)}>
              <Field name="deposit" label="Deposit total" hint="From the deposit slip." />
            </Box>
            <Box role="status" sx={{ pt: 0.5, flex: '1 1 auto' }}>
              <Typography sx={{ fontWeight: 600 }}>
                {counted(rows.filter((row) => !isBlank(row)).length, 'check')},{' '}
                {formatDollars(totalCents(rows))}
              </Typography>
              <Difference deposit={deposit} rows={rows} />
            </Box>
            <Box sx={{ display: 'flex', gap: 1, pt: 3.5 }}>
              {isOver ? (
                <Button
                  variant="contained"
                  onClick={() => {
                    reset({ deposit: '', rows: [blankRow(today)] });
                    setOutcomes(new Map());
                  }}
                >
                  New deposit
                </Button>
              ) : (
                <>
                  <Button onClick={() => next(fields.length - 1)}>Add a check</Button>
                  <SubmitButton
                    busy={isPending}
                    busyLabel="Recording..."
                    disabled={open.length === 0 || !isRead}
                  >
                    {`Record ${counted(open.length, 'check')}`}
                  </SubmitButton>
                </>
              )}
            </Box>
          </Box>
          <FormProblems />
        </form>
      </FormProvider>
      <DiscardDialog open={guard.leaving} onStay={guard.stay} onDiscard={guard.leave} />
    </>
  );
}

async function record(row: CheckRow, allocation: Allocation, invoices: readonly Invoice[]): Promise<Outcome> {
  const { shares, credit, creditCents, problem } = allocation;
  if (problem !== null) return { recorded: false, text: problem };
  const { company, amount, reference, received_on, record_again } = row;
  try {
    await money.recordReceipt(company, {
      method: 'check',
      amount: amount.trim(),
      reference,
      received_on,
      shares,
      ...(creditCents > 0 && { credit }),
      ...(record_again && { record_again }),
    });
    return { recorded: true, text: `Recorded: ${proposalOf(allocation, invoices)}` };
  } catch (error) {
    const isRepeated = error instanceof HttpError && error.code === 'recorded_before';
    return { recorded: false, isRepeated, text: messageOf(error, 'The check could not be recorded.') };
  }
}

function Difference({ deposit, rows }: { readonly deposit: string; readonly rows: readonly CheckRow[] }) {
  if (deposit.trim() === '') return null;
  const difference = differenceOf(deposit, rows);
  return (
    <Typography color={difference === null ? 'success.main' : 'error.main'}>
      {difference === null ? 'As on the deposit slip' : `Difference: ${difference}`}
    </Typography>
  );
}
