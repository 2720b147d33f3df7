import MoveIcon from '@mui/icons-material/SwapHorizOutlined';
import type { Payment } from '@portal/contract';
import { lazy } from 'react';
import { dollarsText } from '../../../shared/text.ts';
import { OpenButton } from '../../kit/ActionButton.tsx';
import { useAllowed } from '../../kit/access.ts';
import { useDialogs } from '../../kit/DialogHost.tsx';
import type { PaymentRefund } from './actions.ts';

const MoveRefundDialog = lazy(() => import('./MoveRefundDialog.tsx'));

interface MoveRefundProps {
  readonly payment: Payment;
  readonly refund: PaymentRefund;
}

/** Opens the dialog that moves a refund to another invoice, where it can be moved. */
export function MoveRefund({ payment, refund }: MoveRefundProps) {
  const open = useDialogs();
  const allowed = useAllowed('payments', 'moveRefund', payment);
  if (!allowed || !refund.can_move) return null;
  return (
    <OpenButton
      label="Move"
      of={`the refund of ${dollarsText(refund.amount)}`}
      icon={MoveIcon}
      variant="outlined"
      onClick={() => open((close) => <MoveRefundDialog payment={payment} refund={refund} onClose={close} />)}
    />
  );
}
