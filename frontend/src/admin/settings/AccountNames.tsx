import { Box, Button, Table, TableBody, TableCell, TableRow } from '@mui/material';
import { type JournalAccountNames, nameAccountsSchema, paths, type TaxRateRow } from '@portal/contract';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Field } from '../../shared/form/Field.tsx';
import { useZodForm } from '../../shared/form/Form.tsx';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { Section } from '../../shared/ui/Section.tsx';
import { usePortal } from '../dataProvider/index.ts';
import { Only } from '../kit/access.ts';
import { CommandDialog } from '../kit/CommandDialog.tsx';
import { useDialogs } from '../kit/DialogHost.tsx';
import { HeadRow } from '../kit/parts.tsx';

/** What the accounts of the journal are called (rule B37). */
export function AccountNames() {
  const { data, error, refetch } = useQuery<JournalAccountNames>({ queryKey: [paths.admin.journalAccounts] });
  const isTaxOff = useQuery<readonly TaxRateRow[]>({ queryKey: [paths.admin.taxRates] }).data?.length === 0;
  const open = useDialogs();
  return (
    <Section
      spaced
      title="Journal accounts"
      lead="Named as in your accounting program, for the journal and its exports. Closed months keep the names that they were closed with."
      actions={
        data !== undefined && (
          <Only may="money">
            <Button
              variant="outlined"
              aria-haspopup="dialog"
              onClick={() => open((close) => <NameDialog accounts={data} onClose={close} />)}
            >
              Change names
            </Button>
          </Only>
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
                  <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere' }}>
                    {name}
                  </TableCell>
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
