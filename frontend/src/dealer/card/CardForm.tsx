import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTheme } from '@mui/material/styles';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Stripe, StripeElements } from '@stripe/stripe-js';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Notice } from '../../shared/ui/Notice.tsx';
import { Loading } from './Loading.tsx';
import { stripeFor } from './stripe.ts';

/** The error for the user; null after a success. */
type Confirmation = string | null;

export interface CardFormProps {
  readonly publicKey: string;
  readonly clientSecret: string;
  readonly submitLabel: string;
  /** Shown where the provider's form can't be loaded. */
  readonly unavailable: string;
  /** Why a card is needed, shown until the first try. */
  readonly reason?: string | null;
  readonly confirm: (stripe: Stripe, elements: StripeElements) => Promise<Confirmation>;
  /** Runs once before the form is used, e.g. the bank's authentication of a saved card. */
  readonly begin?: ((stripe: Stripe) => Promise<Confirmation>) | undefined;
  /** True while waiting for the provider, whose answer would be lost by closing. */
  readonly onBusy?: ((busy: boolean) => void) | undefined;
}

function useAppearance(): Appearance {
  const { palette, shape, typography } = useTheme();
  return {
    theme: palette.mode === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: palette.primary.main,
      colorBackground: palette.background.paper,
      colorText: palette.text.primary,
      colorDanger: palette.error.main,
      borderRadius: `${shape.borderRadius}px`,
      fontFamily: typography.fontFamily ?? 'system-ui, sans-serif',
    },
  };
}

function Fields(props: CardFormProps) {
  const { submitLabel, unavailable, reason = null, confirm, begin, onBusy } = props;
  const stripe = useStripe();
  const elements = useElements();
  const [busy, setBusy] = useState(false);
  const [ready, setReady] = useState(false);
  const [problem, setProblem] = useState<string | null>(reason);
  const begun = useRef(false);

  const run = async (action: () => Promise<Confirmation>) => {
    if (busy) return;
    setBusy(true);
    onBusy?.(true);
    setProblem(await action());
    setBusy(false);
    onBusy?.(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the form has its provider
  useEffect(() => {
    if (stripe === null || begin === undefined || begun.current) return;
    begun.current = true;
    void run(() => begin(stripe));
  }, [stripe, begin]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (stripe !== null && elements !== null && ready) void run(() => confirm(stripe, elements));
  };
  return (
    <form noValidate aria-label="Card" onSubmit={submit}>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Box sx={{ minHeight: 120 }}>
          <PaymentElement
            options={{ wallets: { applePay: 'never', googlePay: 'never', link: 'never' } }}
            onReady={() => setReady(true)}
            onLoadError={() => setProblem(unavailable)}
          />
        </Box>
        {problem !== null && <Notice tone="error">{problem}</Notice>}
        <Button type="submit" variant="contained" size="large" fullWidth aria-disabled={busy || !ready}>
          {busy ? 'Processing...' : submitLabel}
        </Button>
      </Box>
    </form>
  );
}

/** The card provider's own form for one intent, with our button (S1-4). Card only. */
export default function CardForm(props: CardFormProps) {
  const { publicKey, clientSecret, unavailable } = props;
  const appearance = useAppearance();
  const [stripe, setStripe] = useState<Stripe | 'loading' | 'failed'>('loading');
  useEffect(() => {
    let wanted = true;
    stripeFor(publicKey)
      .catch(() => null)
      .then((loaded) => wanted && setStripe(loaded ?? 'failed'));
    return () => {
      wanted = false;
    };
  }, [publicKey]);
  if (stripe === 'loading') return <Loading label="Loading the card form..." />;
  if (stripe === 'failed') return <Notice tone="error">{unavailable}</Notice>;
  return (
    <Elements stripe={stripe} options={{ clientSecret, appearance }}>
      <Fields {...props} />
    </Elements>
  );
}
