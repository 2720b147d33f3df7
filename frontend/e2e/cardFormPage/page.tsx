import { Dialog, DialogContent, DialogTitle } from '@mui/material';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { type FormEvent, type ReactNode, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** A page like the portal's: react-stripe-js with the simulator's script. Its query selects what it does. */
const query = new URLSearchParams(window.location.search);
const kind = query.get('kind') ?? 'payment';
const SCRIPT = '/stripe-simulator/v3.js';

function CardForm({ clientSecret }: { readonly clientSecret: string }) {
  const stripe = useStripe();
  const elements = useElements();
  const [status, setStatus] = useState('loading');
  const [changes, setChanges] = useState('');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (stripe === null || elements === null) return;
    setStatus('processing');
    setStatus(await confirm(stripe, elements));
  };
  const next = async () => {
    const { paymentIntent, error } = (await stripe?.handleNextAction({ clientSecret })) ?? {};
    setStatus(error?.code ?? paymentIntent?.status ?? 'nothing');
  };

  return (
    <form onSubmit={(event) => void submit(event)}>
      <PaymentElement
        options={{ wallets: { applePay: 'never', googlePay: 'never' } }}
        onReady={() => setStatus('ready')}
        onChange={({ complete, empty }) => setChanges(empty ? 'empty' : complete ? 'complete' : 'incomplete')}
        onLoadError={({ error }) => setStatus(`load error: ${error.code}`)}
      />
      <button type="submit" style={{ padding: 12, marginTop: 16 }}>
        Pay now
      </button>
      {kind === 'asking' && (
        <button type="button" onClick={() => void next()}>
          Next action
        </button>
      )}
      <p data-testid="status">{status}</p>
      <p data-testid="changes">{changes}</p>
    </form>
  );
}

/** Traps the focus and closes by Escape, like the portal's dialog Add Payment Method. */
function Modal({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState(true);
  return (
    <Dialog open={open} onClose={() => setOpen(false)} aria-labelledby="title">
      <DialogTitle id="title">Add Payment Method</DialogTitle>
      <DialogContent>{children}</DialogContent>
    </Dialog>
  );
}

async function confirm(
  stripe: Stripe,
  elements: NonNullable<ReturnType<typeof useElements>>,
): Promise<string> {
  const confirmParams = { return_url: window.location.origin };
  if (kind === 'setup') {
    const { setupIntent, error } = await stripe.confirmSetup({
      elements,
      confirmParams,
      redirect: 'if_required',
    });
    return error === undefined
      ? `${setupIntent.status} ${setupIntent.id}`
      : `${error.type}: ${error.message}`;
  }
  const { paymentIntent, error } = await stripe.confirmPayment({
    elements,
    confirmParams,
    redirect: 'if_required',
  });
  return error === undefined
    ? `${paymentIntent.status} ${paymentIntent.id}`
    : `${error.type}: ${error.message}`;
}

async function start(): Promise<void> {
  const root = createRoot(document.body.querySelector('#root') ?? document.body);
  const { publicKey, clientSecret } = await (await fetch(`/server/${kind}`)).json();
  await import(/* @vite-ignore */ SCRIPT);
  const secret = query.has('wrong') ? clientSecret.replace(/.$/, '-').replace('-', '0000') : clientSecret;
  const form = (
    <Elements
      stripe={loadStripe(publicKey)}
      options={{ clientSecret: secret, appearance: { theme: query.has('night') ? 'night' : 'stripe' } }}
    >
      <CardForm clientSecret={secret} />
    </Elements>
  );
  const night = query.has('night') ? { background: '#30313d', color: '#ffffff' } : {};
  root.render(
    <StrictMode>
      {query.has('dialog') ? (
        <Modal>{form}</Modal>
      ) : (
        <main style={night}>
          <h1>Complete Purchase</h1>
          {form}
        </main>
      )}
    </StrictMode>,
  );
}

void start();
