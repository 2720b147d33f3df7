import type { Call } from './api/route.ts';
import { confirm } from './confirm.ts';
import { missing, StripeFailure } from './failures.ts';
import { closeQuestions, findIntent, type Intent, NAMES, waitForAnotherCard } from './intents.ts';

export type Outcome = 'complete' | 'fail';

/**
 * Answers the bank's question (3-D Secure) for the card's owner: confirms the intent, or has it wait for another card.
 * @throws StripeFailure 404 for a question that is no longer open
 */
export function answerAuthentication(id: string, outcome: Outcome, call: Call): Intent {
  const { account } = call;
  const asked = account.find('authentication', id);
  const intent = asked === undefined ? undefined : findIntent(asked.intent, account);
  if (asked === undefined || intent === undefined) throw missing('authentication', id, 'authentication', 404);
  const method = account.get('payment_method', asked.paymentMethod, 'payment_method');
  if (outcome === 'fail') {
    closeQuestions(intent.id, account);
    const code = `${intent.object}_authentication_failure`;
    const message = `The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this ${NAMES[intent.object]} again.`;
    return waitForAnotherCard(intent, { type: 'invalid_request_error', code, message }, method, account);
  }
  try {
    return confirm(intent, { methodId: method.id, authenticated: true }, call);
  } catch (error) {
    // declined after the owner's yes: the saved intent holds the error
    if (error instanceof StripeFailure && error.status === 402)
      return findIntent(intent.id, account) ?? intent;
    throw error;
  }
}
