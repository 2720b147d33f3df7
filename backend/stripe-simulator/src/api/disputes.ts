import type Stripe from 'stripe';
import { decide, escalate, isClosed } from '../disputing.ts';
import { invalid } from '../failures.ts';
import { created, expand, flag, group, paging, type ShapeOf, text, unsimulated } from '../parameters.ts';
import { listOf, matching } from './lists.ts';
import { route } from './route.ts';

const LIST = {
  ...paging,
  charge: text,
  created,
  expand,
  payment_intent: text,
} as const satisfies ShapeOf<Stripe.DisputeListParams>;

const UPDATE = {
  evidence: group({ uncategorized_text: text }),
  expand,
  intended_submission_method: unsimulated,
  metadata: unsimulated,
  submit: flag,
} as const satisfies ShapeOf<Stripe.DisputeUpdateParams>;

/** Answers a dispute, as `uncategorized_text`: Stripe's own texts for its test mode. */
const EVIDENCE = ['winning_evidence', 'losing_evidence', 'escalate_inquiry_evidence'];

export const disputeRoutes = [
  route('GET', '/v1/disputes', LIST, (params, { account }) =>
    listOf(matching(account.all('dispute'), params, 'payment_intent', 'charge'), params, '/v1/disputes'),
  ),
  route('GET', '/v1/disputes/:id', { expand }, (_params, { account, id }) =>
    account.get('dispute', id, 'dispute', 404),
  ),
  route('POST', '/v1/disputes/:id', UPDATE, ({ evidence, submit = true }, { account, id }) => {
    const found = account.get('dispute', id, 'dispute', 404);
    const answer = evidence?.uncategorized_text;
    if (isClosed(found)) throw invalid('This dispute is already closed.', { code: 'dispute_already_closed' });
    if (answer === undefined || !submit) return found;
    if (!EVIDENCE.includes(answer)) {
      throw invalid(`The Stripe simulator decides only by ${EVIDENCE.join(', ')}.`, { param: 'evidence' });
    }
    return answer === 'escalate_inquiry_evidence'
      ? escalate(found, account)
      : decide(found, answer === 'winning_evidence', account);
  }),
  route('POST', '/v1/disputes/:id/close', { expand }, (_params, { account, id }) =>
    decide(account.get('dispute', id, 'dispute', 404), false, account),
  ),
];
