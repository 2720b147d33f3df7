import Box from '@mui/material/Box';
import { lazy, type ReactNode, type SubmitEventHandler, Suspense } from 'react';
import { useLeaveGuard } from '../../shared/form/useLeaveGuard.ts';
import { DiscardDialog } from '../../shared/ui/ConfirmDialog.tsx';
import type { PlaceOrderFlow } from './usePlaceOrder.ts';

const OrderDialog = lazy(() => import('./OrderDialog.tsx'));

interface OrderFormProps {
  readonly label: string;
  readonly flow: PlaceOrderFlow;
  /** Whether something was entered: the page asks before it is left without an order. */
  readonly unsaved: boolean;
  readonly onSubmit: SubmitEventHandler;
  readonly fields: ReactNode;
  readonly panel: ReactNode;
}

/** An order's form beside its summary; it is disabled once the order is paid. */
export function OrderForm({ label, flow, unsaved, onSubmit, fields, panel }: OrderFormProps) {
  // a payment may lead to the bank's page, and a paid order is created without this page
  const guard = useLeaveGuard(unsaved && !flow.busy && !flow.verified);
  return (
    <>
      <form noValidate aria-label={label} onSubmit={onSubmit}>
        <Box
          sx={{
            // in a grid the total could not leave its row to stay at the bottom of a phone's screen
            display: { xs: 'flex', md: 'grid' },
            flexDirection: 'column',
            gap: 3,
            alignItems: { md: 'start' },
            gridTemplateColumns: { md: 'minmax(0, 1fr) 360px' },
            // focused inputs scroll to above the total
            '& input, & select, & textarea': { scrollMarginBottom: { xs: 140, md: 0 } },
          }}
        >
          <Box component="fieldset" disabled={flow.verified} sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
            {fields}
          </Box>
          {panel}
        </Box>
      </form>
      <Suspense>{flow.steps !== null && <OrderDialog flow={flow} />}</Suspense>
      <DiscardDialog open={guard.leaving} onStay={guard.stay} onDiscard={guard.leave} />
    </>
  );
}
