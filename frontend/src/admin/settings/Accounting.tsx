import { Box, Table, TableBody, TableCell, TableRow, Typography } from '@mui/material';
import {
  type JournalAccountNames,
  nameAccountsSchema,
  paths,
  setTaxRateSchema,
  type TaxRateRow,
} from '@portal/contract';
import { US_STATES } from '@portal/domain/values';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Field, ReasonField } from '../../shared/form/Field.tsx';
import { useZodForm } from '../../shared/form/Form.tsx';
import { dateText } from '../../shared/text.ts';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { Section } from '../../shared/ui/Section.tsx';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { usePortal } from '../dataProvider/index.ts';
import { money } from '../dataProvider/money.ts';
import { MoneyButton } from '../kit/ActionButton.tsx';
import { CommandDialog } from '../kit/CommandDialog.tsx';
import { Cell, HeadRow, RowName, SmallTable } from '../kit/parts.tsx';

/** What the accounts of the journal are called (rule B37). */
export function AccountNames() {
  const { data, error, refetch } = useQuery<JournalAccountNames>({ queryKey: [paths.admin.journalAccounts] });
  const isTaxOff = useQuery<readonly TaxRateRow[]>({ queryKey: [paths.admin.taxRates] }).data?.length === 0;
  return (
    <Section
      spaced
      title="Journal accounts"
      lead="Named as in your accounting program, for the journal and its exports. Closed months keep the names that they were closed with."
      actions={
        data !== undefined && (
          <MoneyButton
            label="Change names"
            dialog={(close) => <NameDialog accounts={data} onClose={close} />}
          />
        )
      }
    >
      {error !== null && (
        <LoadProblem text="The accounts could not be loaded." error={error} onRetry={refetch} />
      )}
      {data !== undefined && (
        <Table size="small" aria-label="Journal accounts">
          <HeadRow columns={['Number', 'Name']} />
          <TableBody>
            {data
              .filter(({ account }) => !(isTaxOff && account === 'sales_tax_payable'))
              .map(({ account, code, name }) => (
                <TableRow key={account}>
                  <TableCell>{code}</TableCell>
                  <RowName sx={{ overflowWrap: 'anywhere' }}>{name}</RowName>
                </TableRow>
              ))}
          </TableBody>
        </Table>
      )}
    </Section>
  );
}

interface NameDialogProps {
  readonly accounts: JournalAccountNames;
  readonly onClose: () => void;
}

function NameDialog({ accounts, onClose }: NameDialogProps) {
  const portal = usePortal();
  const form = useZodForm(nameAccountsSchema, {
    accounts: Object.fromEntries(accounts.map(({ account, code, name }) => [account, { code, name }])),
  });
  return (
    <CommandDialog
      title="Journal accounts"
      form={form}
      keepAs="journal accounts"
      submitLabel="Save"
      busyLabel="Saving..."
      send={portal.nameAccounts}
      done="Accounts saved"
      failed="Failed to save the accounts"
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, alignItems: 'end', gridTemplateColumns: '6.5rem minmax(0, 1fr)' }}>
        {accounts.map(({ account, name }) => (
          <Fragment key={account}>
            <Field name={`accounts.${account}.code`} label="Number" />
            <Field name={`accounts.${account}.name`} label={name} />
          </Fragment>
        ))}
      </Box>
    </CommandDialog>
  );
}

const STATES = Object.entries(US_STATES).map(([value, label]) => ({ value, label }));

/** Sets the rate of a state from a day on (rule B38). */
function TaxRateDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useZodForm(setTaxRateSchema, { state: '' as 'TX', rate: '', from: '', reason: '' });
  return (
    <CommandDialog
      title="Set a rate of sales tax"
      form={form}
      submitLabel="Set rate"
      keepAs="tax rate"
      // the server reads the percentage again
      send={(values) => money.setTaxRate({ ...values, rate: form.getValues('rate') })}
      done="Rate set"
      failed="Failed to set the rate"
      onClose={onClose}
    >
      <Field name="state" label="State" options={STATES} required />
      <Field name="rate" label="Rate in percent" hint="E.g. 8.25. 0 ends the tax of the state." required />
      <Field
        name="from"
        label="From"
        type="date"
        hint="Invoices dated, and orders placed, from this day on. Earlier ones never change."
        required
      />
      <ReasonField needed />
    </CommandDialog>
  );
}

/** Rates of sales tax by state; none while tax is off. */
export function SalesTax() {
  const { data, error, refetch } = useQuery<readonly TaxRateRow[]>({ queryKey: [paths.admin.taxRates] });
  if (data === undefined) {
    if (error === null) return null;
    return <LoadProblem text="The rates of sales tax could not be loaded." error={error} onRetry={refetch} />;
  }
  return (
    <Section
      spaced
      title="Sales tax"
      lead="By the state of the site, or of the company for one-off charges; rounded by line."
    >
      {data.length === 0 ? (
        <Typography>No tax is charged: no rate is set.</Typography>
      ) : (
        <SmallTable
          label="Rates of sales tax"
          columns={['State', { figure: 'Rate' }, 'From', 'To', 'Standing', 'Reason']}
        >
          {data.map((rate) => (
            <TableRow key={`${rate.state} ${rate.from}`}>
              <RowName>{rate.state_name}</RowName>
              <Cell figure="Rate">{rate.rate}</Cell>
              <Cell label="From" sx={{ whiteSpace: 'nowrap' }}>
                {dateText(rate.from)}
              </Cell>
              <Cell label="To" isNone={rate.to === null} sx={{ whiteSpace: 'nowrap' }}>
                {rate.to === null ? '' : dateText(rate.to)}
              </Cell>
              <Cell label="Standing">
                <StatusBadge tone={rate.standing === 'announced' ? 'warning' : 'neutral'}>
                  {rate.standing}
                </StatusBadge>
              </Cell>
              <Cell label="Reason" sx={{ overflowWrap: 'anywhere' }}>
                {rate.reason}
              </Cell>
            </TableRow>
          ))}
        </SmallTable>
      )}
      <div>
        <MoneyButton label="Set a rate" dialog={(close) => <TaxRateDialog onClose={close} />} />
      </div>
    </Section>
  );
}
