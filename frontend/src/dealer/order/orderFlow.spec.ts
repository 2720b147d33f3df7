import { describe, expect, it } from 'vitest';
import type { Order } from './order.ts';
import { type CardPayment, isBusy, NOT_SENT, nextFlow, type OrderEvent, stepsOf } from './orderFlow.ts';

const order = (totalCents: number) => ({ price: { totalCents, lines: [] } }) as unknown as Order;
const PAID = { orderId: 'o1', intentId: 'pi_1' };
const PAYMENT = { clientSecret: 'secret', orderId: 'o1', paymentIntentId: 'pi_1' } as CardPayment;

const placed = (totalCents = 68_000): OrderEvent => ({
  type: 'placed',
  order: order(totalCents),
  creating: 'Creating Site',
});
const looked: OrderEvent = { type: 'looked', ordered: false };
const cardFound = (hasPaymentMethod: boolean, declined = false): OrderEvent => ({
  type: 'cardFound',
  hasPaymentMethod,
  declined,
});
const paid: OrderEvent = { type: 'paid', paid: PAID };
const cardAsked: OrderEvent = { type: 'cardAsked', payment: PAYMENT };
const refused = (changes: object = {}): OrderEvent => ({
  type: 'refused',
  message: 'Away',
  unpaid: false,
  made: false,
  ...changes,
});

const after = (...events: readonly OrderEvent[]) => events.reduce(nextFlow, NOT_SENT);

const LOOKING = [placed()];
const FINDING = [...LOOKING, looked];
const ADDING = [...FINDING, cardFound(false)];
const READY: OrderEvent[] = [...ADDING, { type: 'cardAdded' }];
const CHARGING = [...FINDING, cardFound(true)];
const CARD = [...CHARGING, cardAsked];
const CREATING = [...CHARGING, paid];
const FAILED = [...CREATING, refused()];
const MADE = [...CREATING, refused({ made: true })];
const DONE: OrderEvent[] = [...CREATING, { type: 'created' }];
const LEAVING: OrderEvent[] = [...DONE, { type: 'closed' }];

/** Events that lead to each stage. */
const STAGES: Readonly<Record<string, readonly OrderEvent[]>> = {
  form: [],
  looking: LOOKING,
  findingCard: FINDING,
  addingCard: ADDING,
  ready: READY,
  charging: CHARGING,
  card: CARD,
  creating: CREATING,
  failed: FAILED,
  'failed, made': MADE,
  done: DONE,
  leaving: LEAVING,
};

const stageAfter = (events: readonly OrderEvent[], event: OrderEvent) => {
  const before = after(...events);
  const next = nextFlow(before, event);
  return next === before ? null : next.stage.name;
};
/** Where an event leads from each stage that it concerns. */
const leads = (event: OrderEvent) =>
  Object.fromEntries(
    Object.entries(STAGES).flatMap(([name, events]) => {
      const next = stageAfter(events, event);
      return next === null ? [] : [[name, next]];
    }),
  );

describe('the stages of an order', () => {
  it.each<[OrderEvent, Readonly<Record<string, string>>]>([
    [placed(), { form: 'looking', failed: 'looking' }],
    [looked, { looking: 'findingCard' }],
    [{ type: 'looked', ordered: true }, { looking: 'form' }],
    [cardFound(true), { findingCard: 'charging' }],
    [cardFound(false), { findingCard: 'addingCard' }],
    [{ type: 'cardAdded' }, { addingCard: 'ready' }],
    [{ type: 'proceeded' }, { ready: 'findingCard' }],
    [cardAsked, { charging: 'card' }],
    [paid, { charging: 'creating', card: 'creating' }],
    [{ type: 'notPaid' }, { charging: 'form' }],
    [{ type: 'progressed', message: '1 of 2' }, { creating: 'creating' }],
    [{ type: 'created' }, { creating: 'done' }],
    [refused(), { charging: 'failed', creating: 'failed' }],
    [
      { type: 'closed' },
      {
        addingCard: 'form',
        ready: 'form',
        card: 'form',
        failed: 'form',
        'failed, made': 'leaving',
        done: 'leaving',
      },
    ],
    [{ type: 'stayed' }, { leaving: 'form' }],
    [{ type: 'reset' }, { looking: 'form', failed: 'form' }],
  ])('$type', (event, expected) => expect(leads(event)).toEqual(expected));

  // Proves S1-4-payment-3
  it('accept another order from the form only, or after a failure', () => {
    const free = Object.keys(STAGES).filter((name) => !isBusy(after(...(STAGES[name] ?? []))));
    expect(free).toEqual(['form', 'failed']);
  });
});

describe('an order in progress', () => {
  it('is created at once if it is free', () => {
    const flow = after(placed(0), looked);
    expect([flow.stage.name, flow.verified]).toEqual(['creating', null]);
    expect(stepsOf(flow)).toEqual([
      { label: 'Payment Verification', status: 'success' },
      { label: 'Creating Site', status: 'loading' },
    ]);
  });

  it('is created at once if it was paid before', () => {
    const again = after(...FAILED, { type: 'closed' }, placed(), looked);
    expect([again.stage.name, again.verified]).toEqual(['creating', PAID]);
  });

  it('is paid again if its payment is no longer valid', () => {
    const again = after(...CREATING, refused({ unpaid: true }), { type: 'closed' }, placed(), looked);
    expect([again.stage.name, again.verified]).toEqual(['findingCard', null]);
  });

  it.each([
    ['the saved card', [cardFound(true)], true],
    ['no card that was declined', [cardFound(true, true)], false],
    [
      'the card that was added',
      [cardFound(false), { type: 'cardAdded' }, { type: 'proceeded' }, cardFound(true, true)],
      true,
    ],
    [
      'the card form where the added card is not known',
      [cardFound(false), { type: 'cardAdded' }, { type: 'proceeded' }, cardFound(false)],
      false,
    ],
  ] as const)('charges %s', (_, events, savedCard) =>
    expect(after(...FINDING, ...events).stage).toEqual({ name: 'charging', savedCard }),
  );

  it('keeps no payment for the next order', () => {
    expect(after(...LEAVING, { type: 'stayed' })).toEqual(NOT_SENT);
    expect(after(...FAILED, { type: 'reset' })).toEqual(NOT_SENT);
  });
});

describe('the steps of an order', () => {
  const statuses = (events: readonly OrderEvent[]) =>
    stepsOf(after(...events))?.map(({ status }) => status) ?? null;

  it.each([
    ['form', null],
    ['looking', null],
    ['findingCard', ['loading', 'pending']],
    ['addingCard', ['loading', 'pending', 'pending']],
    ['ready', ['success', 'pending', 'pending']],
    ['charging', ['loading', 'pending']],
    ['card', ['pending', 'pending']],
    ['creating', ['success', 'loading']],
    ['failed', ['success', 'error']],
    ['done', ['success', 'success']],
    ['leaving', null],
  ])('%s', (name, expected) => expect(statuses(STAGES[name] ?? [])).toEqual(expected));

  it('show progress, failure and result in the last one', () => {
    const message = (...events: readonly OrderEvent[]) =>
      stepsOf(after(...CREATING, ...events))?.[1]?.message;
    expect(message({ type: 'progressed', message: '1 of 2' })).toBe('1 of 2');
    expect(message(refused())).toBe('Away');
    expect(message({ type: 'created', message: '2 of 2' })).toBe('2 of 2');
    expect(message({ type: 'created' })).toBeUndefined();
  });
});
