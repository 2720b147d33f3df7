import NewRateIcon from '@mui/icons-material/PriceChangeOutlined';
import type { Account } from '@portal/contract';
import { useGetRecordRepresentation } from 'react-admin';
import { type AnnouncedRate, ScheduledRates } from '../../parts/invoice/ScheduledRates.tsx';
import { type ActionVariant, DialogButton } from '../kit/ActionButton.tsx';
import { useDialogs } from '../kit/DialogHost.tsx';
import { CancelAnnouncedRateDialog, NewRateDialog } from './RateDialogs.tsx';

export { CompanyCreditSection } from './CompanyCredit.tsx';

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

interface AnnouncedRatesProps {
  readonly accountId: string;
  readonly rates: readonly AnnouncedRate[];
  readonly onCanceled?: (() => void) | undefined;
}

/** Rates that are announced and not in force yet, each of which can be canceled. */
export function AnnouncedRates({ accountId, rates, onCanceled }: AnnouncedRatesProps) {
  const open = useDialogs();
  const cancel = (rate: AnnouncedRate) =>
    open((close) => (
      <CancelAnnouncedRateDialog accountId={accountId} rate={rate} onDone={onCanceled} onClose={close} />
    ));
  return <ScheduledRates rates={rates} onCancel={cancel} />;
}
