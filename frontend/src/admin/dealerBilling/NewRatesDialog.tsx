import { Alert, TableCell, TableRow } from '@mui/material';
import { type Account, type NewRateEffect, readerRateSchema } from '@portal/contract';
import { centsFromDollars, dollarsFromCents, formatDollars, sumCents } from '@portal/domain/values';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useGetRecordRepresentation } from 'react-admin';
import { useZodForm } from '../../shared/form/Form.tsx';
import { messageOf } from '../../shared/http/http.ts';
import { UserError } from '../../shared/http/problem.ts';
import { waitingOf } from '../../shared/http/useCommand.ts';
import { counted, dateText, modeText } from '../../shared/text.ts';
import { Muted } from '../../shared/ui/Muted.tsx';
import { usePortal } from '../dataProvider/index.ts';
import { partlyDone, toEach } from '../dataProvider/many.ts';
import { Progress, Refusals, RefusedDialog } from '../kit/ActionDialog.tsx';
import { useDialogs } from '../kit/DialogHost.tsx';
import { duringAction } from '../kit/live.ts';
import { RowName, TOTAL_ROW } from '../kit/parts.tsx';
import { rateInput } from '../kit/rateFields.tsx';
import { Change, EffectForm, EffectFrame, MAX_LINES } from './PriceForm.tsx';
import { NO_CHANGE, RateFields, useNoticedMonth } from './RateDialogs.tsx';

interface NewRatesDialogProps {
  readonly companies: readonly Account[];
  /** Called with the companies that have the new rate. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

const FAILED = 'Failed to update reader rate';

/** One new default rate of several companies: one preview, then the command of each. */
export default function NewRatesDialog({ companies, onDone, onClose }: NewRatesDialogProps) {
  const portal = usePortal();
  const queryClient = useQueryClient();
  const open = useDialogs();
  const represent = useGetRecordRepresentation('companies');
  const [finished, setFinished] = useState<number | null>(null);
  const nameOf = (company: Account) => String(represent(company));
  // the command names one of the company's users
  const users = new Map(
    companies.flatMap(({ id, users: [user] = [] }) => (user ? [[id, user.id] as const] : [])),
  );
  const changed = companies.filter(({ id }) => users.has(id));
  const leftOut = companies.filter(({ id }) => !users.has(id));
  const rates = new Set(changed.map(({ default_reader_rate: rate }) => rate));
  const [common = null] = rates.size === 1 ? rates : [];
  const form = useZodForm(readerRateSchema, {
    ...NO_CHANGE,
    rate: rateInput(common),
    effective_from: useNoticedMonth(),
  });
  const [first] = companies;
  const of =
    first && companies.length === 1 ? nameOf(first) : counted(companies.length, 'company', 'companies');
  return (
    <EffectForm
      title={`New reader rate of ${of}`}
      form={form}
      keepAs={companies.map(({ id }) => id).join(' ')}
      canSubmit={changed.length > 0}
      refreshes={false}
      effectInput={({ rate, effective_from }) => ({ rate, effective_from: effective_from ?? '' })}
      readEffect={async (rate) => {
        const effects = await portal.previewRates(
          changed.map(({ id }) => id),
          rate,
        );
        return { effects, short_notice: effects.some(({ short_notice: isShort }) => isShort) };
      }}
      draw={({ effects }, focused) => (
        <EffectOnCompanies effects={effects} companies={changed} nameOf={nameOf} focused={focused} />
      )}
      send={async (values) => {
        setFinished(0);
        const { answers, refused } = await duringAction(queryClient, () =>
          toEach(changed, ({ id }) => portal.changeReaderRate(users.get(id) ?? '', values), setFinished),
        );
        setFinished(null);
        const done = changed.length - refused.length;
        if (done > 0) onDone();
        const waiting = answers.filter((answer) => waitingOf(answer) !== null).length;
        const words = counted(done, 'company', 'companies');
        if (refused.length === 0)
          return { message: waiting === 0 ? words : `${words}, of which ${waiting} wait for approval` };
        const named = refused.map(({ id: company, error }) => ({
          name: nameOf(company),
          cause: messageOf(error, FAILED),
        }));
        const title = `New rate: ${done} of ${changed.length} done`;
        open((close) => <RefusedDialog title={title} refused={named} onClose={close} />);
        throw new UserError(partlyDone(done, changed.length, named[0]?.cause ?? FAILED));
      }}
      done="Reader rate updated"
      failed={FAILED}
      onClose={onClose}
    >
      {leftOut.length > 0 && (
        <Alert severity="warning">
          Left out:
          <Refusals
            refused={leftOut.map((company) => ({ name: nameOf(company), cause: 'the company has no user.' }))}
          />
        </Alert>
      )}
      <RateFields />
      {finished !== null && <Progress finished={finished} all={changed.length} />}
    </EffectForm>
  );
}

interface EffectOnCompaniesProps {
  readonly effects: readonly NewRateEffect[];
  readonly companies: readonly Account[];
  readonly nameOf: (company: Account) => string;
  readonly focused: boolean;
}

/** The effect on the next invoice of each company, with a total of each mode. */
function EffectOnCompanies({ effects, companies, nameOf, focused }: EffectOnCompaniesProps) {
  const companyOf = new Map(companies.map((company) => [company.id, company]));
  const rows = effects.flatMap((effect) => {
    const company = companyOf.get(effect.account_id);
    return company === undefined
      ? []
      : [{ ...effect, name: nameOf(company), is_demo: company.is_demo_account }];
  });
  const totals = [false, true].flatMap((isDemo) => {
    const of = rows.filter(({ is_demo }) => is_demo === isDemo);
    if (of.length === 0) return [];
    const mode = of.length === rows.length ? '' : `, ${modeText(isDemo)}`;
    const sum = (key: 'total_before' | 'total_after') =>
      sumCents(of.map((row) => centsFromDollars(row[key])));
    return [{ name: `Total${mode}`, before: sum('total_before'), after: sum('total_after') }];
  });
  const added = sumCents(totals.map(({ before, after }) => after - before));
  const [first] = rows;
  return (
    <EffectFrame
      title={`Effect on the invoices of ${dateText(first?.invoice_date ?? '')}`}
      columns={['Company', { figure: 'Rate' }, { figure: 'Invoice' }]}
      shortNotice={rows.some(({ short_notice: isShort }) => isShort)}
      focused={focused}
      note={
        added === 0
          ? 'No change on these invoices.'
          : `${formatDollars(Math.abs(added))} ${added > 0 ? 'more' : 'less'} a month.`
      }
    >
      {totals.map(({ name, before, after }) => (
        <TableRow key={name} sx={TOTAL_ROW}>
          <RowName colSpan={2}>{name}</RowName>
          <TableCell align="right">
            <Change before={dollarsFromCents(before)} after={dollarsFromCents(after)} />
          </TableCell>
        </TableRow>
      ))}
      {rows.slice(0, MAX_LINES).map((row) => (
        <TableRow key={row.account_id}>
          <RowName sx={{ minWidth: 110, overflowWrap: 'anywhere' }}>
            {row.name}
            <Muted>{readersOf(row)}</Muted>
          </RowName>
          <TableCell align="right">
            <Change before={row.rate_before} after={row.rate_after} />
          </TableCell>
          <TableCell align="right">
            <Change before={row.total_before} after={row.total_after} />
          </TableCell>
        </TableRow>
      ))}
      {rows.length > MAX_LINES && (
        <TableRow>
          <TableCell colSpan={3}>
            {counted(rows.length - MAX_LINES, 'more company', 'more companies')}
          </TableCell>
        </TableRow>
      )}
    </EffectFrame>
  );
}

/** Sites with a rate of their own or a promotional one are not changed. */
const readersOf = ({ readers, changed_readers: changed }: NewRateEffect) =>
  changed === readers ? counted(readers, 'reader') : `${changed} of ${counted(readers, 'reader')} change`;
