import { Box, Button, useTheme } from '@mui/material';
import { providerText } from '@portal/contract';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, StripeError } from '@stripe/stripe-js';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { toast } from '../../shared/toast/toasts.ts';
import { Loading } from '../../shared/ui/LoadProblem.tsx';
import { Notice } from '../../shared/ui/Notice.tsx';
import { stripeFor } from './stripe.ts';

/** An intent that the provider took: a payment, which may still be open, or a finished set-up. */
export interface TakenIntent {
  readonly id: string;
  readonly status: string;
  readonly payment_method?: string | { readonly id: string } | null;
}

interface Answer {
  readonly error?: StripeError | undefined;
  readonly paymentIntent?: TakenIntent | undefined;
  readonly setupIntent?: TakenIntent | undefined;
}

const takenOf = ({ paymentIntent, setupIntent }: Answer) =>
  paymentIntent ?? (setupIntent?.status === 'succeeded' ? setupIntent : undefined);

const RETURNS_TO = { payment: '/payment-success', setup: '/payment-setup-success' } as const;

/** What the form says, inline and in toasts: it can't be loaded, the provider refused, or did not answer. */
interface CardTexts extends Readonly<Record<'failed' | 'broken', { title: string; description: string }>> {
  readonly unavailable: string;
}

interface CardFormProps {
  /** Whether the card pays, or is saved. */
  readonly kind: keyof typeof RETURNS_TO;
  readonly publicKey: string;
  readonly clientSecret: string;
  /** The provider's status: `requires_action` asks the owner of a saved card first. */
  readonly status?: string;
  /** Why a card is needed, shown until the first try. */
  readonly reason?: string | null;
  readonly submitLabel: string;
  readonly texts: CardTexts;
  readonly onTaken: (intent: TakenIntent) => Promise<void> | void;
  /** After a refusal, which is shown here and in a toast; the form stays usable. */
  readonly onRefused?: () => void;
  /** True while waiting for the provider, whose answer would be lost by closing. */
  readonly onBusy: (busy: boolean) => void;
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
  const { kind, clientSecret, status, reason = null, submitLabel, texts, onTaken, onRefused, onBusy } = props;
  const stripe = useStripe();
  const elements = useElements();
  const [busy, setBusy] = useState(false);
  const [ready, setReady] = useState(false);
  const [problem, setProblem] = useState<string | null>(reason);
  const begun = useRef(false);

  const run = async (ask: () => Promise<Answer>) => {
    if (busy) return;
    setBusy(true);
    onBusy(true);
    const answer = await ask().catch(() => null);
    const taken = answer && takenOf(answer);
    if (taken) {
      setProblem(null);
      await onTaken(taken);
    } else {
      const { title, description } = answer === null ? texts.broken : texts.failed;
      const message = providerText(answer?.error, description);
      toast({ title, description: message, variant: 'destructive' });
      setProblem(message);
      onRefused?.();
    }
    setBusy(false);
    onBusy(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the form has its provider
  useEffect(() => {
    if (stripe === null || status !== 'requires_action' || begun.current) return;
    begun.current = true;
    void run(() => stripe.handleNextAction({ clientSecret }));
  }, [stripe, status]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (stripe === null || elements === null || !ready) return;
    const confirmParams = { return_url: `${location.origin}${RETURNS_TO[kind]}` };
    const how = { elements, confirmParams, redirect: 'if_required' } as const;
    void run(() => (kind === 'setup' ? stripe.confirmSetup(how) : stripe.confirmPayment(how)));
  };
  return (
    <form noValidate aria-label="Card" onSubmit={submit}>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Box sx={{ minHeight: 120 }}>
          <PaymentElement
            options={{ wallets: { applePay: 'never', googlePay: 'never', link: 'never' } }}
            onReady={() => setReady(true)}
            onLoadError={() => setProblem(texts.unavailable)}
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

/** The card provider's own form for one intent, with our button (S1-4). Card only; usable after a decline. */
export default function CardForm(props: CardFormProps) {
  const { publicKey, clientSecret, texts } = props;
  const appearance = useAppearance();
  const loading = useQuery({
    queryKey: ['card provider', publicKey],
    queryFn: () => stripeFor(publicKey),
    // a form in use keeps its provider
    staleTime: 'static',
  });
  if (loading.isPending) return <Loading label="Loading the card form..." />;
  if (!loading.data) return <Notice tone="error">{texts.unavailable}</Notice>;
  return (
    <Elements stripe={loading.data} options={{ clientSecret, appearance }}>
      <Fields {...props} />
    </Elements>
  );
}
