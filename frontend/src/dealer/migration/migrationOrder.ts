import { type Migration, type NewMigrationForm, type NewMigrationRequest, paths } from '@portal/contract';
import type { Price } from '@portal/domain/pricing';
import { EXPIRED, signInAgain } from '../../shared/http/askedPage.ts';
import { call, HttpError, messageOf, request } from '../../shared/http/http.ts';
import { readProblem } from '../../shared/http/problem.ts';
import { hardwareOf } from '../order/HardwareOptions.tsx';
import type { FailureText, Order } from '../order/order.ts';

const FAILED = 'There was a problem submitting your form.';
const NO_NETWORK = 'There was a problem with your request. Please try again.';
/** Delay of the sign-out after the toast (S1-8-orders). */
const LOGOUT_MS = 1_000;

/** The request body, with fixed values (S1-3). */
function migrationForm(migration: NewMigrationRequest): NewMigrationForm {
  const hardware = hardwareOf(migration);
  return {
    ...migration,
    hardware,
    num_controllers: String(migration.num_controllers),
    number_of_readers: String(migration.number_of_readers),
    number_of_acu_panels: String(migration.number_of_acu_panels),
    include_shipping: hardware.length > 0,
    status: 'pending',
    current_system: '',
    other_system: '',
    num_cards: '0',
    database_required: 'no',
  };
}

function messagesIn(text: string): readonly string[] {
  try {
    const body = JSON.parse(text) as { readonly errors?: unknown } | null;
    if (!Array.isArray(body?.errors)) return [];
    return body.errors.flatMap((one: { readonly message?: unknown } | null) =>
      typeof one?.message === 'string' ? [one.message] : [],
    );
  } catch {
    return [];
  }
}

/** The text of a refusal: `error`, else the messages of `errors`, else the status text (S1-8-orders). */
export function refusalOf(text: string, statusText: string): string {
  const error = readProblem(text)?.error;
  return error || messagesIn(text).join('. ') || statusText || FAILED;
}

async function send(body: NewMigrationForm): Promise<Pick<Migration, 'id'>> {
  const response = await call(paths.migrations, { method: 'POST', body: JSON.stringify(body) });
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  throw new HttpError(response.status, refusalOf(text, response.statusText), {
    errors: readProblem(text)?.errors ?? [],
  });
}

function explain(error: unknown): FailureText {
  if (error instanceof HttpError && error.status === 401)
    return { title: 'Session expired', message: EXPIRED };
  if (error instanceof HttpError) return { title: 'Submission Error', message: messageOf(error, FAILED) };
  return { title: 'Error', message: NO_NETWORK };
}

/** Ends an expired session after 1 s and opens /auth. */
function signOutSoon(): void {
  setTimeout(() => {
    request('POST', paths.logout, undefined, { unauthorized: 'own' })
      .catch(() => undefined)
      .then(signInAgain);
  }, LOGOUT_MS);
}

/** A migration request as an order: POST /api/migrations creates it (S1-7). */
export function migrationOrder(
  migration: NewMigrationRequest,
  price: Price,
  showInForm: (error: unknown) => void,
): Order {
  const form = migrationForm(migration);
  return {
    form: { kind: 'migration', migration: form },
    price,
    async create({ orderId }) {
      const { id } = await send({ ...form, payment_verified: price.totalCents > 0, orderId });
      return { entries: [{ id, name: migration.migration_site_name }] };
    },
    explain,
    onRefused(error) {
      if (error instanceof HttpError && error.status === 401) signOutSoon();
      else showInForm(error);
    },
  };
}
