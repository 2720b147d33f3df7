import PromiseIcon from '@mui/icons-material/HandshakeOutlined';
import NewRateIcon from '@mui/icons-material/PriceChangeOutlined';
import { Typography } from '@mui/material';
import { type Account, promisePaymentSchema } from '@portal/contract';
import { lazy, Suspense } from 'react';
import { useGetRecordRepresentation, useListContext } from 'react-admin';
import { type AnnouncedRate, ScheduledRates } from '../../parts/invoice/ScheduledRates.tsx';
import { Field } from '../../shared/form/Field.tsx';
import { useZodForm } from '../../shared/form/Form.tsx';
import { useCommand } from '../../shared/http/useCommand.ts';
import { useToday } from '../../shared/session/session.ts';
import { usePortal } from '../dataProvider/index.ts';
import { money } from '../dataProvider/money.ts';
import { type ActionVariant, DialogButton, OpenButton } from '../kit/ActionButton.tsx';
import { useMay } from '../kit/access.ts';
import { CommandDialog } from '../kit/CommandDialog.tsx';
import { useDialogs } from '../kit/DialogHost.tsx';
import { CancelAnnouncedRateDialog, NewRateDialog } from './RateDialogs.tsx';

export { CompanyCreditSection } from './CompanyCredit.tsx';

const NewRatesDialog = lazy(() => import('./NewRatesDialog.tsx'));

interface PromiseDialogProps {
  readonly company: Pick<Account, 'id'>;
  readonly onClose: () => void;
}

/** Notes by when the company says that it pays what is open. */
export function PromiseDialog({ company: { id }, onClose }: PromiseDialogProps) {
  const today = useToday();
  const form = useZodForm(promisePaymentSchema, { promised_on: today, note: '' });
  return (
    <CommandDialog
      title="Promise to pay"
      form={form}
      submitLabel="Save"
      keepAs={id}
      send={(values) => money.promisePayment(id, values)}
      done="Promise recorded"
      failed="Failed to record the promise"
      onClose={onClose}
    >
      <Typography color="text.secondary">
        Takes the place of an earlier promise. Reminders go on as usual; the dealer is not told.
      </Typography>
      <Field name="promised_on" label="Pays by" type="date" required />
      <Field name="note" label="Note" hint="E.g. who promised it, and how it is paid." required />
    </CommandDialog>
  );
}

interface PromiseButtonProps {
  readonly company: Pick<Account, 'id'>;
  /** The company's name, where several have the button. */
  readonly of?: string;
  readonly variant: ActionVariant;
}

export const PromiseButton = ({ company, ...button }: PromiseButtonProps) => (
  <DialogButton
    needs="money"
    label="Promise to pay"
    icon={PromiseIcon}
    dialog={(close) => <PromiseDialog company={company} onClose={close} />}
    {...button}
  />
);

interface NewRateButtonProps {
  readonly company: Account;
  readonly variant?: ActionVariant;
}

/** Changes the default rate of a company; the request names one of its users. */
export function NewRateButton({ company, variant = 'icon' }: NewRateButtonProps) {
  const name = String(useGetRecordRepresentation('companies')(company));
  const [user] = company.users ?? [];
  if (user === undefined) return null;
  return (
    <DialogButton
      needs="money"
      label="New rate"
      of={name}
      icon={NewRateIcon}
      variant={variant}
      dialog={(close) => (
        <NewRateDialog
          title={`New reader rate of ${name}`}
          userId={user.id}
          accountId={company.id}
          rate={company.default_reader_rate}
          onClose={close}
        />
      )}
    />
  );
}

/** Changes the default rate of the selected companies. */
export function NewRatesButton() {
  const { selectedIds = [], onUnselectItems } = useListContext<Account>();
  const may = useMay('money');
  const portal = usePortal();
  const open = useDialogs();
  const { isPending, mutate } = useCommand({
    // the selection may be larger than the page
    send: async () => (await portal.getMany<Account>('companies', { ids: selectedIds })).data,
    failed: { title: 'Error', fallback: 'The companies could not be loaded.' },
    onDone: (companies) =>
      open((close) => (
        <Suspense>
          <NewRatesDialog companies={companies} onDone={() => onUnselectItems()} onClose={close} />
        </Suspense>
      )),
  });
  if (!may) return null;
  return <OpenButton label="New rate" icon={NewRateIcon} busy={isPending} onClick={() => mutate()} />;
}

interface AnnouncedRatesProps {
  readonly accountId: string;
  readonly rates: readonly AnnouncedRate[];
  readonly onCanceled?: (() => void) | undefined;
}

/** Rates that are announced and not in force yet, each of which can be canceled. */
export function AnnouncedRates({ accountId, rates, onCanceled }: AnnouncedRatesProps) {
  const open = useDialogs();
  const mayCancel = useMay('money');
  const cancel = (rate: AnnouncedRate) =>
    open((close) => (
      <CancelAnnouncedRateDialog accountId={accountId} rate={rate} onDone={onCanceled} onClose={close} />
    ));
  return <ScheduledRates rates={rates} {...(mayCancel && { onCancel: cancel })} />;
}
