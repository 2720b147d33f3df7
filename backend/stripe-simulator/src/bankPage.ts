import type { Accounts } from './accounts.ts';
import type { Call } from './api/route.ts';
import { answerAuthentication, type Outcome } from './authentication.ts';
import { parseForm } from './form.ts';
import { publishableKeyOf } from './keys.ts';

export interface PageAnswer {
  readonly status: number;
  readonly html: string;
  readonly location?: string;
}

const PATH = /^\/stripe-simulator\/authenticate\/(auth_sim\w+)$/;

/**
 * The bank's page for a confirmation with a return address: GET shows the question, POST answers it and leads back
 * with `redirect_status`, as Stripe's does. The id in the address is the key. Null: not such an address.
 */
export function answerBankPage(
  request: {
    readonly method: string;
    readonly path: string;
    readonly body: string;
    readonly requestId: string;
  },
  secretKeys: readonly string[],
  accounts: Accounts,
  context: Pick<Call, 'now' | 'browserUrl'>,
): PageAnswer | null {
  const id = PATH.exec(request.path)?.[1];
  if (id === undefined) return null;
  const account = secretKeys
    .map((key) => accounts.byPublishableKey(publishableKeyOf(key)))
    .find((one) => one?.find('authentication', id) !== undefined);
  if (account === undefined) return { status: 404, html: page('<p>This question is no longer open.</p>') };
  if (request.method !== 'POST') return { status: 200, html: page(QUESTION) };

  const outcome: Outcome = parseForm(request.body).get('outcome') === 'complete' ? 'complete' : 'fail';
  return accounts.change(account, { requestId: request.requestId, idempotencyKey: null }, () => {
    const { intent, asked } = answerAuthentication(id, outcome, { ...context, account, id: '' });
    if (asked.returnUrl === null) return { status: 200, html: page('<p>Done. You can close this page.</p>') };
    const back = new URL(asked.returnUrl);
    back.searchParams.set(intent.object, intent.id);
    back.searchParams.set(`${intent.object}_client_secret`, intent.client_secret ?? '');
    back.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'failed');
    return { status: 303, html: '', location: back.href };
  });
}

const QUESTION = `<p>Your bank would ask here whether it is you. No money moves.</p>
<form method="post">
<button name="outcome" value="complete">Complete</button>
<button name="outcome" value="fail">Fail</button>
</form>`;

const page = (content: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Simulated 3-D Secure</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:30rem;margin:4rem auto;padding:0 1rem;color:#1a1f36;background:#fff}
button{font:inherit;padding:.6rem 1.2rem;margin-right:.5rem}</style></head>
<body><main><h1>Simulated 3-D Secure</h1>${content}</main></body></html>`;
