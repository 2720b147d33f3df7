import { Box, Button, DialogContentText, Skeleton, Typography } from '@mui/material';
import {
  AUTO_PAY_CONSENT_TEXT,
  AUTO_PAY_CONSENT_VERSION,
  brandText,
  cardText,
  type PaymentMethod,
  paths,
} from '@portal/contract';
import { lazy, Suspense, useId, useState } from 'react';
import { CheckBox } from '../../shared/form/Field.tsx';
import { request } from '../../shared/http/http.ts';
import { useCommand } from '../../shared/http/useCommand.ts';
import { useDealerMay, useUser } from '../../shared/session/session.ts';
import { dateText } from '../../shared/text.ts';
import { ConfirmDialog } from '../../shared/ui/ConfirmDialog.tsx';
import { LoadProblem } from '../../shared/ui/LoadProblem.tsx';
import { Muted } from '../../shared/ui/Muted.tsx';
import { Notice } from '../../shared/ui/Notice.tsx';
import { Section } from '../../shared/ui/Section.tsx';
import { StatusBadge } from '../../shared/ui/StatusBadge.tsx';
import { useSites } from '../sites/queries.ts';
import { declineText, usePaymentMethod } from './paymentMethod.ts';

const STOPPED = 'Automatic payment stops while the card is declined, until you replace it or pay with it.';

/** The consent to automatic payment. Switching on asks first, switching off does not (rule B23). */
function AutoPay({ card }: { readonly card: NonNullable<PaymentMethod> }) {
  const { autoPay: consent, declined } = card;
  const textId = useId();
  const [asking, setAsking] = useState(false);
  const charged = declined ? STOPPED : 'Invoices are charged to the saved card on their due date.';
  const change = useCommand({
    send: (on: boolean) =>
      on
        ? request('PUT', paths.autoPay, { version: AUTO_PAY_CONSENT_VERSION })
        : request('DELETE', paths.autoPay),
    refresh: (client) => client.invalidateQueries({ queryKey: [paths.paymentMethod] }),
    done: (on) =>
      on
        ? { title: 'Automatic payment is on', description: charged }
        : { title: 'Automatic payment is off', description: 'Invoices are paid with Pay Now.' },
    failed: { title: 'Error', fallback: 'Failed to change automatic payment' },
    onDone: () => setAsking(false),
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
      <Muted id={textId}>
        {consent === null
          ? 'Off: pay each invoice with Pay Now.'
          : `On since ${dateText(consent.consentedAt)}: ${AUTO_PAY_CONSENT_TEXT}${declined ? ` ${STOPPED}` : ''}`}
      </Muted>
      {asking && (
        <ConfirmDialog
          title="Switch on automatic payment?"
          action="I agree"
          pendingAction="Saving..."
          pending={change.isPending}
          onConfirm={() => change.mutate(true)}
          onClose={() => setAsking(false)}
        >
          <DialogContentText>{AUTO_PAY_CONSENT_TEXT}</DialogContentText>
        </ConfirmDialog>
      )}
    </Box>
  );
}

const AddPaymentDialog = lazy(() => import('./AddPaymentDialog.tsx'));

/** A card is valid to the end of its month; `ending` from the month before. */
export function expiryState(
  { expMonth, expYear }: Pick<NonNullable<PaymentMethod>, 'expMonth' | 'expYear'>,
  today: Date,
): 'good' | 'ending' | 'expired' {
  const months = expYear * 12 + expMonth - (today.getFullYear() * 12 + today.getMonth() + 1);
  if (months < 0) return 'expired';
  return months <= 1 ? 'ending' : 'good';
}

function SavedCard({ card }: { readonly card: NonNullable<PaymentMethod> }) {
  const state = expiryState(card, new Date());
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
      <Box sx={{ flex: '1 1 180px' }}>
        <Typography sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {brandText(card.brand)} <span aria-hidden>•••• </span>
          <Box component="span" sx={{ position: 'absolute', clipPath: 'inset(50%)' }}>
            ending in{' '}
          </Box>
          {card.last4}
        </Typography>
        <Muted>
          Expires {String(card.expMonth).padStart(2, '0')}/{card.expYear}
        </Muted>
      </Box>
      {state === 'expired' && <StatusBadge tone="error">Expired</StatusBadge>}
      {state === 'ending' && <StatusBadge tone="warning">Expires soon</StatusBadge>}
    </Box>
  );
}

interface PaymentMethodProps {
  /** A card was added or replaced. */
  readonly onSaved?: () => void;
}

/** The company's saved card and the consent to automatic payment (S2-2-invoicing). */
export default function PaymentMethodCard(props: PaymentMethodProps) {
  const hasCompany = useUser().account_id !== null;
  return (
    <Section title="Payment Method">
      {hasCompany ? <CompanyCard {...props} /> : 'Payment methods belong to companies of dealers.'}
    </Section>
  );
}

function CompanyCard({ onSaved }: PaymentMethodProps) {
  const method = usePaymentMethod();
  const pays = useDealerMay('paying');
  const [open, setOpen] = useState<'card' | 'remove' | null>(null);
  const card = method.data;
  const close = () => setOpen(null);
  return (
    <>
      {method.isError && (
        <LoadProblem text="Failed to check payment method status" onRetry={method.refetch} />
      )}
      {method.isPending && <Skeleton variant="rounded" height={108} role="status" aria-label="Loading" />}
      {card === null && (
        <>
          <Typography sx={{ fontWeight: 600 }}>Payment method required</Typography>
          <Muted sx={{ mb: 2 }}>
            {pays
              ? 'Add a card to order equipment and to pay invoices.'
              : 'Your company has no saved card. An owner can add one.'}
          </Muted>
          {pays && (
            <Button variant="contained" onClick={() => setOpen('card')}>
              Add Payment Method
            </Button>
          )}
        </>
      )}
      {card && (
        <>
          <SavedCard card={card} />
          {card.declined && (
            <Notice tone="warning" sx={{ mt: 2 }}>
              {declineText(card.declined)}
            </Notice>
          )}
          {pays && (
            <>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 2 }}>
                <Button variant="outlined" onClick={() => setOpen('card')}>
                  Update Payment
                </Button>
                <Button color="error" onClick={() => setOpen('remove')}>
                  Remove Payment
                </Button>
              </Box>
              <AutoPay card={card} />
            </>
          )}
        </>
      )}
      <Suspense>
        {open === 'card' && (
          <AddPaymentDialog
            replaces={card !== null && card !== undefined}
            onSaved={() => {
              close();
              onSaved?.();
            }}
            onClose={close}
          />
        )}
      </Suspense>
      {open === 'remove' && card && <RemovePaymentDialog card={card} onClose={close} />}
    </>
  );
}

interface RemovePaymentDialogProps {
  readonly card: NonNullable<PaymentMethod>;
  readonly onClose: () => void;
}

/** Asks before the saved card is removed, with a warning while sites are billed. */
function RemovePaymentDialog({ card, onClose }: RemovePaymentDialogProps) {
  const sites = useSites().data ?? [];
  const active = sites.filter(({ status }) => status === 'active').length;
  const remove = useCommand({
    send: () => request('DELETE', paths.paymentMethod),
    refresh: async (client) => {
      client.setQueryData([paths.paymentMethod], null);
      void client.invalidateQueries({ queryKey: [paths.userHasPaymentMethod] });
    },
    done: { title: 'Payment method removed', description: `${cardText(card)} was removed.` },
    failed: { title: 'Error', fallback: 'Failed to remove payment method' },
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title="Remove Payment Method"
      action="Remove Payment"
      pendingAction="Removing..."
      destructive
      pending={remove.isPending}
      onConfirm={remove.mutate}
      onClose={onClose}
    >
      <DialogContentText sx={{ mb: active > 0 || card.autoPay ? 2 : 0 }}>
        {cardText(card)} will no longer be used for orders and invoices.
      </DialogContentText>
      {active > 0 && (
        <Notice tone="warning">
          {active === 1 ? '1 active site is' : `${active} active sites are`} billed every month. Without a
          card each invoice must be paid by hand.
          {card.autoPay && ' Automatic payment ends with the card.'}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
