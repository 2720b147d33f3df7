import type Stripe from 'stripe';
import { invalid } from '../failures.ts';
import { expand, integer, required, type ShapeOf, text } from '../parameters.ts';
import { limitOf } from './lists.ts';
import { route } from './route.ts';

const SEARCH = {
  expand,
  limit: integer,
  page: text,
  query: required(text),
} as const satisfies ShapeOf<Stripe.PaymentIntentSearchParams>;

const CLAUSE = /^\s*(?:metadata\[(?:'([^']+)'|"([^"]+)")\]|(status|customer)):(?:'([^']*)'|"([^"]*)")\s*$/;

/** A search by metadata, status or customer, all of which must hold. Stripe's own lags by up to a minute; this doesn't. */
export const searchRoutes = [
  route('GET', '/v1/payment_intents/search', SEARCH, (params, { account }) => {
    const conditions = params.query.split(/\s+AND\s+/i).map(readClause);
    const found = account
      .all('payment_intent')
      .filter((intent) => conditions.every((holds) => holds(intent)))
      .toReversed();
    const from = params.page === undefined ? 0 : Number(params.page);
    if (!Number.isSafeInteger(from) || from < 0) throw invalid('Invalid page', { param: 'page' });
    const to = from + limitOf(params.limit);
    const more = found.length > to;
    return {
      object: 'search_result',
      data: found.slice(from, to),
      has_more: more,
      next_page: more ? String(to) : null,
      url: '/v1/payment_intents/search',
    };
  }),
];

function readClause(clause: string): (intent: Stripe.PaymentIntent) => boolean {
  const found = CLAUSE.exec(clause);
  if (found === null)
    throw invalid(`We were unable to parse your search query: ${clause}`, { param: 'query' });
  const [, single, double, field, singleValue, doubleValue] = found;
  const value = singleValue ?? doubleValue ?? '';
  const key = single ?? double;
  if (key !== undefined) return (intent) => intent.metadata[key] === value;
  return (intent) => (field === 'status' ? intent.status : intent.customer) === value;
}
