import NewRateIcon from '@mui/icons-material/PriceChangeOutlined';
import type { Account } from '@portal/contract';
import { useQueryClient } from '@tanstack/react-query';
import { lazy } from 'react';
import { useGetRecordRepresentation } from 'react-admin';
import { type ActionVariant, OpenButton } from '../kit/ActionButton.tsx';
import { useDialogs } from '../kit/DialogHost.tsx';
import { refreshResources } from '../kit/live.ts';

const NewRateDialog = lazy(async () => ({ default: (await import('./RateDialogs.tsx')).NewRateDialog }));

interface NewRateButtonProps {
  readonly company: Account;
  readonly variant?: ActionVariant;
}

/** Changes the default rate of a company; the request names one of its users. */
export function NewRateButton({ company, variant = 'icon' }: NewRateButtonProps) {
  const client = useQueryClient();
  const name = String(useGetRecordRepresentation('companies')(company));
  const open = useDialogs();
  const [user] = company.users ?? [];
  if (user === undefined) return null;
  return (
    <OpenButton
      label="New rate"
      of={name}
      icon={NewRateIcon}
      variant={variant}
      onClick={() =>
        open((close) => (
          <NewRateDialog
            title={`New reader rate of ${name}`}
            userId={user.id}
            accountId={company.id}
            rate={company.default_reader_rate}
            onSaved={() => void refreshResources(client)}
            onClose={close}
          />
        ))
      }
    />
  );
}
