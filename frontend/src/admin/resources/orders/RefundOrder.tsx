import RefundIcon from '@mui/icons-material/CurrencyExchangeOutlined';
import type { Order } from '@portal/contract';
import { lazy } from 'react';
import { OpenButton } from '../../kit/ActionButton.tsx';
import { useAllowed } from '../../kit/access.ts';
import { useDialogs } from '../../kit/DialogHost.tsx';

const RefundOrderDialog = lazy(() => import('./RefundOrderDialog.tsx'));

/** Opens the refund of an order, where something is left to refund. */
export function RefundOrder({ order }: { readonly order: Order }) {
  const open = useDialogs();
  if (!useAllowed('orders', 'refund', order)) return null;
  return (
    <OpenButton
      label="Refund"
      icon={RefundIcon}
      variant="outlined"
      onClick={() => open((close) => <RefundOrderDialog order={order} onClose={close} />)}
    />
  );
}
