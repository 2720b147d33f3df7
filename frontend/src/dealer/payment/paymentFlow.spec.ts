import { describe, expect, it } from 'vitest';
import {
  isBusy,
  isClosable,
  NOT_SENT,
  nextFlow,
  type PaymentEvent,
  type PaymentFlow,
  type Priced,
  stepsOf,
} from './paymentFlow.ts';

type Event = PaymentEvent<Priced>;

const PAID = { orderId: 'o1', intentId: 'pi_1' };
const PAYMENT = { publicKey: 'pk', clientSecret: 'secret', status: 'processing', reason: null, paid: PAID };

const placed = (totalCents = 68_000): Event => ({
  type: 'placed',
  order: { price: { totalCents } },
  creating: 'Creating Site',
});
const looked: Event = { type: 'looked', ordered: false };
const cardMissing: Event = { type: 'cardMissing' };
const begun = (savedCard: boolean): Event => ({ type: 'begun', savedCard });
const paid: Event = { type: 'paid', paid: PAID };
const cardAsked: Event = { type: 'cardAsked', payment: PAYMENT };
const undecided: Event = { type: 'undecided', intentId: 'pi_1' };
const confirming = (on: boolean): Event => ({ type: 'confirming', confirming: on });
const notPaid: Event = { type: 'notPaid', problem: 'Declined' };
const refused = (changes: object = {}): Event => ({
  type: 'refused',
  message: 'Away',
  unpaid: false,
  made: false,
  ...changes,
});

const after = (...events: readonly Event[]) =>
  events.reduce<PaymentFlow<Priced>>((flow, event) => nextFlow(flow, event), NOT_SENT);

const LOOKING = [placed()];
const CHARGING = [...LOOKING, looked];
const ADDING = [...CHARGING, cardMissing];
const READY: Event[] = [...ADDING, { type: 'cardAdded' }];
const CARD = [...CHARGING, cardAsked];
const CONFIRMING = [...CARD, confirming(true)];
const WAITING = [...CARD, undecided];
const CREATING = [...CHARGING, paid];
const FAILED = [...CREATING, refused()];
const MADE = [...CREATING, refused({ made: true })];
const DONE: Event[] = [...CREATING, { type: 'created' }];
const LEAVING: Event[] = [...DONE, { type: 'closed' }];

const stepsIn = ({ stage, labels }: PaymentFlow<Priced>) => stepsOf(stage, labels);

/** Events that lead to each stage. */
const STAGES: Readonly<Record<string, readonly Event[]>> = {
  form: [],
  looking: LOOKING,
  addingCard: ADDING,
  ready: READY,
  charging: CHARGING,
  card: CARD,
  'card, confirming': CONFIRMING,
  waiting: WAITING,
  creating: CREATING,
  failed: FAILED,
  'failed, made': MADE,
  done: DONE,
  leaving: LEAVING,
};

const stageAfter = (events: readonly Event[], event: Event) => {
  const before = after(...events);
  const next = nextFlow(before, event);
  return next === before ? null : next.stage.name;
};
/** Where an event leads from each stage that it concerns. */
const leads = (event: Event) =>
  Object.fromEntries(
    Object.entries(STAGES).flatMap(([name, events]) => {
      const next = stageAfter(events, event);
      return next === null ? [] : [[name, next]];
    }),
  );

describe('the stages of an order', () => {
  it.each<[Event, Readonly<Record<string, string>>]>([
    [placed(), { form: 'looking', failed: 'looking' }],
    [looked, { looking: 'charging' }],
    [{ type: 'looked', ordered: true }, { looking: 'form' }],
    [cardMissing, { charging: 'addingCard' }],
    [{ type: 'cardAdded' }, { addingCard: 'ready' }],
    [begun(true), { form: 'charging', ready: 'charging' }],
    [cardAsked, { charging: 'card' }],
    [confirming(true), { card: 'card', 'card, confirming': 'card' }],
    [undecided, { charging: 'waiting', card: 'waiting', 'card, confirming': 'waiting' }],
    [paid, { charging: 'creating', card: 'creating', 'card, confirming': 'creating', waiting: 'creating' }],
    [notPaid, { charging: 'form', waiting: 'form' }],
    [{ type: 'late' }, { waiting: 'leaving' }],
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
    [{ type: 'reset' }, { looking: 'form', failed: 'form', leaving: 'form' }],
  ])('$type', (event, expected) => expect(leads(event)).toEqual(expected));

  // Proves S1-4-payment-3
  it('accept another order from the form only, or after a failure', () => {
    const free = Object.keys(STAGES).filter((name) => !isBusy(after(...(STAGES[name] ?? [])).stage));
    expect(free).toEqual(['form', 'failed']);
  });
});

describe('an order in progress', () => {
  it('is created at once if it is free', () => {
    const flow = after(placed(0), looked);
    expect([flow.stage.name, flow.verified]).toEqual(['creating', null]);
    expect(stepsIn(flow)).toEqual([
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
    expect([again.stage.name, again.verified]).toEqual(['charging', null]);
  });

  it('charges the card that was added', () => {
    expect(after(...CHARGING).stage).toEqual({ name: 'charging', savedCard: null });
    expect(after(...READY, begun(true)).stage).toEqual({ name: 'charging', savedCard: true });
  });

  it('keeps no payment for the next order', () => {
    expect(after(...LEAVING, { type: 'reset' })).toEqual(NOT_SENT);
    expect(after(...FAILED, { type: 'reset' })).toEqual(NOT_SENT);
  });
});

describe('the steps of an order', () => {
  const statuses = (events: readonly Event[]) =>
    stepsIn(after(...events))?.map(({ status }) => status) ?? null;

  it.each([
    ['form', null],
    ['looking', null],
    ['addingCard', ['loading', 'pending', 'pending']],
    ['ready', ['success', 'pending', 'pending']],
    ['charging', ['loading', 'pending']],
    ['card', ['pending', 'pending']],
    ['card, confirming', ['loading', 'pending']],
    ['waiting', ['loading', 'pending']],
    ['creating', ['success', 'loading']],
    ['failed', ['success', 'error']],
    ['done', ['success', 'success']],
    ['leaving', null],
  ])('%s', (name, expected) => expect(statuses(STAGES[name] ?? [])).toEqual(expected));

  it('show progress, failure and result in the last one', () => {
    const message = (...events: readonly Event[]) => stepsIn(after(...CREATING, ...events))?.[1]?.message;
    expect(message({ type: 'progressed', message: '1 of 2' })).toBe('1 of 2');
    expect(message(refused())).toBe('Away');
    expect(message({ type: 'created', message: '2 of 2' })).toBe('2 of 2');
    expect(message({ type: 'created' })).toBeUndefined();
  });
});

describe('a payment of invoices', () => {
  const BEGUN = [begun(false)];

  it.each([
    ['at once', [paid]],
    ['after the card form', [cardAsked, undecided, paid]],
  ])('is done %s, with nothing to create', (_, events) =>
    expect(after(...BEGUN, ...events).stage).toEqual({ name: 'done' }),
  );

  it('can be tried again after a failure, which is kept until then', () => {
    expect(after(...BEGUN, notPaid).stage).toEqual({ name: 'form', problem: 'Declined' });
    expect(after(...BEGUN, notPaid, ...BEGUN).stage).toEqual({ name: 'charging', savedCard: false });
  });
});

it('the dialog of a payment can be closed where nothing is under way', () => {
  const closable = Object.keys(STAGES).filter((name) => isClosable(after(...(STAGES[name] ?? [])).stage));
  expect(closable).toEqual(['addingCard', 'ready', 'card', 'failed', 'failed, made']);
});
