import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { AUTO_PAY_CONSENT_TEXT, AUTO_PAY_CONSENT_VERSION, type PaymentMethod, paths } from '@portal/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useId, useState } from 'react';
import { CheckBox } from '../../shared/form/CheckBox.tsx';
import { messageOf, request } from '../../shared/http/http.ts';
import { dateText } from '../../shared/text.ts';
import { toast } from '../../shared/toast/toasts.ts';

const ConsentDialog = lazy(() => import('./ConsentDialog.tsx'));

const STOPPED = 'Automatic payment stops while the card is declined, until you replace it or pay with it.';

/**
 * The dealer's consent to automatic payment, with its text and date. Switching on asks first, switching off does not
 * (decisions B23).
 */
export function AutoPay({ card }: { readonly card: NonNullable<PaymentMethod> }) {
  const { autoPay: consent, declined } = card;
  const client = useQueryClient();
  const textId = useId();
  const [asking, setAsking] = useState(false);
  const change = useMutation({
    mutationFn: (on: boolean) =>
      on
        ? request('PUT', paths.autoPay, { version: AUTO_PAY_CONSENT_VERSION })
        : request('DELETE', paths.autoPay),
    async onSuccess(_, on) {
      await client.invalidateQueries({ queryKey: [paths.paymentMethod] });
      setAsking(false);
      const charged = declined ? STOPPED : 'Invoices are charged to the saved card on their due date.';
      const description = on ? charged : 'Invoices wait for Pay Now.';
      toast({ title: on ? 'Automatic payment is on' : 'Automatic payment is off', description });
    },
    onError(error) {
      const description = messageOf(error, 'Failed to change automatic payment');
      toast({ title: 'Error', description, variant: 'destructive' });
    },
  });
  return (
    <Box sx={{ mt: 2.5, pt: 2, borderTop: 1, borderColor: 'divider' }}>
      <Box
        component="label"
        sx={{ display: 'flex', alignItems: 'center', gap: 1.5, py: 0.75, cursor: 'pointer' }}
      >
        <CheckBox
          type="checkbox"
          role="switch"
          aria-describedby={textId}
          checked={consent !== null}
          disabled={change.isPending}
          onChange={({ target }) => (target.checked ? setAsking(true) : change.mutate(false))}
        />
        Automatic payment
      </Box>
      <Typography variant="body2" color="text.secondary" id={textId}>
        {consent === null
          ? 'Off: each invoice waits for Pay Now.'
          : `On since ${dateText(consent.consentedAt)}: ${AUTO_PAY_CONSENT_TEXT}${declined ? ` ${STOPPED}` : ''}`}
      </Typography>
      <Suspense>
        {asking && (
          <ConsentDialog
            pending={change.isPending}
            onAgree={() => change.mutate(true)}
            onClose={() => setAsking(false)}
          />
        )}
      </Suspense>
    </Box>
  );
}
