import { describe, expect, it } from 'vitest';
import { accountFacts, siteFacts } from '../../test/billingFixtures.ts';
import { given } from '../../test/given.ts';
import { INVOICE_IDS as ids, invoiceIssued, invoicePaid } from '../../test/invoiceEvents.ts';
import { type PricedInvoice, priceInvoice } from '../billing/priceInvoice.ts';
import type { InvoiceCommand } from './commands.ts';
import type { InvoiceEvent } from './events.ts';
import { invoiceIdFor, partsOfInvoiceId } from './events.ts';
import { invoiceDecider } from './invoice.ts';

const billTo = {
  company: 'Doe Security',
  name: 'Dana Doe',
  address: null,
  city: null,
  state: null,
  zip: null,
  email: 'dana@example.com',
};
const proof = { cutSeq: 812, chainHash: 'ab12', basis: [{ stream: 'account-a1', revision: 3 }] };
const price = (readers: number): PricedInvoice => {
  const priced = priceInvoice({
    period: '2026-05',
    account: accountFacts(),
    sites: [siteFacts('s1', { readers })],
  });
  if (priced.outcome !== 'priced') throw new Error(priced.reason);
  return priced;
};
const issue = {
  type: 'IssueInvoice',
  invoiceId: 'a1_2026-05',
  invoiceNumber: 'INV-202605-0001',
  priced: price(4),
  invoiceDate: '2026-05-01',
  billTo,
  proof,
  replaces: null,
} as const satisfies InvoiceCommand;
const issued = ({ siteId = 's1' as string | null, readers = 4, change = {} } = {}): InvoiceEvent =>
  invoiceIssued({
    billTo,
    lines: [
      {
        siteId,
        name: 'Site s1',
        readers,
        rateCents: 650,
        amountCents: readers * 650,
        source: 'account',
        because: ['s1 requested', 's1 approved', 'opened'],
      },
    ],
    totalCents: readers * 650,
    ...proof,
    ...change,
  });
const start = { type: 'StartInvoicePayment', attemptId: 'p1', how: 'saved_card' } as const;
const started = (
  attemptId: string,
  attempt: number,
  how: 'saved_card' | 'auto_pay' = 'saved_card',
): InvoiceEvent => ({
  type: 'InvoicePaymentStarted',
  data: { ...ids, attemptId, attempt, how },
});
const end = { type: 'EndInvoicePayment', attemptId: 'p1', message: 'Declined' } as const;
const ended = (attemptId: string): InvoiceEvent => ({
  type: 'InvoicePaymentEnded',
  data: { ...ids, attemptId, message: 'Declined' },
});
const pay = {
  type: 'PayInvoice',
  paymentId: 'p1',
  amountCents: 2_600,
  livemode: true,
  paidOn: '2026-05-10',
} as const;
const paid = invoicePaid(2_600, true);
const record = {
  type: 'RecordInvoicePayment',
  recordId: 'm1',
  amountCents: null,
  isDemo: false,
  method: 'check',
  paidOn: '2026-05-10',
  reference: ' 1017 ',
  reason: 'Came by mail',
  today: '2026-05-12',
} as const;
const paidByCheck: InvoiceEvent = {
  type: 'InvoicePaid',
  data: {
    ...ids,
    method: 'check',
    amountCents: 2_600,
    paidOn: '2026-05-10',
    reference: '1017',
    paymentId: null,
    livemode: null,
    reason: 'Came by mail',
    recordId: 'm1',
    isDemo: false,
  },
};
const voidIt = { type: 'VoidInvoice', reason: 'Wrong readers' } as const;
const voided: InvoiceEvent = { type: 'InvoiceVoided', data: { ...ids, reason: 'Wrong readers' } };
const carried: InvoiceEvent = { type: 'InvoiceCarried', data: { ...ids, toInvoiceId: 'a1_2026-06' } };
const invoice = (...history: InvoiceEvent[]) => given(invoiceDecider, ...history);
const after = (...history: InvoiceEvent[]) =>
  history.reduce(invoiceDecider.evolve, invoiceDecider.initialState);
const decideNew = (change: Partial<typeof issue> | object) => () =>
  invoiceDecider.decide({ ...issue, ...change }, invoiceDecider.initialState);

describe("an invoice's id", () => {
  it.each([
    [{ accountId: 'a1', period: '2026-05', issue: 1 }, 'a1_2026-05'],
    [{ accountId: 'a_1', period: '2026-12', issue: 2 }, 'a_1_2026-12_r2'],
    [{ accountId: '01971f5e-7a3c', period: '2026-12', issue: 12 }, '01971f5e-7a3c_2026-12_r12'],
  ])('of %j is %s, and back', (parts, id) => {
    expect(invoiceIdFor(parts)).toBe(id);
    expect(partsOfInvoiceId(id)).toEqual(parts);
  });
  it.each([
    '',
    'a1',
    'a1_2026-13',
    '_2026-05',
    'a1_2026-05_r1',
    'a1_2026-05_r0',
    'a1_2026-05_r02',
    'a1_2026-05_',
  ])('%j is invalid', (id) => expect(partsOfInvoiceId(id)).toBeNull());
  it('is made of a month and an issue that count', () => {
    expect(() => invoiceIdFor({ accountId: 'a1', period: '202605', issue: 1 })).toThrow(RangeError);
    for (const nth of [0, 1.5]) {
      expect(() => invoiceIdFor({ accountId: 'a1', period: '2026-05', issue: nth })).toThrow(RangeError);
    }
  });
});

describe('issuing an invoice', () => {
  it('keeps lines, proof and recipient, due within 15 days', () =>
    invoice().when(issue).thenEvents(issued()));
  it('twice yields no event, voided or not', () => {
    invoice(issued()).when(issue).thenNothing();
    invoice(issued(), voided).when(issue).thenNothing();
  });
  it('of $0.00 is paid at once', () =>
    invoice()
      .when({ ...issue, priced: price(0) })
      .thenEvents(issued({ readers: 0 }), {
        type: 'InvoicePaid',
        data: {
          ...ids,
          method: 'none',
          amountCents: 0,
          paidOn: '2026-05-01',
          reference: null,
          paymentId: null,
          livemode: null,
          reason: null,
        },
      }));
  it('again comes under a new number once the first is voided', () => {
    const reissue = {
      ...issue,
      invoiceId: 'a1_2026-05_r2',
      invoiceNumber: 'INV-202605-0009',
      invoiceDate: '2026-05-20',
      replaces: { invoiceId: 'a1_2026-05', status: 'voided' },
    };
    invoice()
      .when(reissue)
      .thenEvents(
        issued({
          change: {
            invoiceId: 'a1_2026-05_r2',
            invoiceNumber: 'INV-202605-0009',
            invoiceDate: '2026-05-20',
            dueDate: '2026-06-04',
            replaces: 'a1_2026-05',
          },
        }),
      );
    expect(decideNew({ ...reissue, invoiceDate: '2026-05-01' })()).toHaveLength(1);
    invoice()
      .when({ ...reissue, replaces: { ...reissue.replaces, status: 'open' } })
      .thenRefused('conflict', 'Please void the invoice of this month before you issue it again.');
    for (const wrong of [
      { replaces: null },
      { replaces: { invoiceId: 'a2_2026-05', status: 'voided' } },
      { invoiceId: 'a1_2026-05_r3' },
      { invoiceDate: '2026-04-30' },
    ]) {
      expect(decideNew({ ...reissue, ...wrong })).toThrow(RangeError);
    }
  });
  it.each([
    ['another account', { invoiceId: 'a2_2026-05' }],
    ['another period', { invoiceId: 'a1_2026-06' }],
    ['a number of another month', { invoiceNumber: 'INV-202604-0001' }],
    ['another day', { invoiceDate: '2026-05-02' }],
    ['something to replace', { replaces: { invoiceId: 'a1_2026-04', status: 'voided' } }],
    ['a total that is no sum', { priced: { ...price(4), totalCents: 2_599 } }],
    [
      'a line that is not readers times rate',
      {
        priced: {
          ...price(4),
          lines: price(4).lines.map((line) => ({ ...line, amountCents: 1 })),
          totalCents: 1,
        },
      },
    ],
    [
      'less than nothing to pay',
      {
        priced: {
          ...price(0),
          adjustments: [
            { kind: 'credit', invoiceId: 'x', invoiceNumber: 'x', creditId: 'c', amountCents: -1 },
          ],
          totalCents: -1,
        },
      },
    ],
  ])('fails with %s', (_what, change) => expect(decideNew(change)).toThrow(RangeError));
  it('is needed before any other command', () =>
    invoice().when(pay).thenRefused('not_found', 'Invoice not found'));
});

describe('an attempt to pay by card', () => {
  it('is numbered', () => invoice(issued()).when(start).thenEvents(started('p1', 1)));
  it('twice yields no event', () => invoice(issued(), started('p1', 1)).when(start).thenNothing());
  it('is refused while another one is open', () => {
    invoice(issued(), started('p1', 1))
      .when({ ...start, attemptId: 'p2' })
      .thenRefused(
        'conflict',
        'A payment of this invoice is being processed. Please wait until it is complete.',
      );
    invoice(issued(), started('p1', 1), ended('p1'))
      .when({ ...start, attemptId: 'p2' })
      .thenEvents(started('p2', 2));
  });
  it('is over once, and only itself', () => {
    invoice(issued(), started('p1', 1)).when(end).thenEvents(ended('p1'));
    invoice(issued(), started('p1', 1), ended('p1')).when(end).thenNothing();
    invoice(issued(), started('p2', 1)).when(end).thenNothing();
  });
  it('needs $0.50', () => {
    const cents = (totalCents: number) => issued({ change: { totalCents } });
    invoice(cents(49))
      .when(start)
      .thenRefused(
        'unprocessable',
        "Amounts below $0.50 can't be paid by card. This one is carried to your next invoice.",
      );
    invoice(cents(50)).when(start).thenEvents(started('p1', 1));
  });
  it('by auto-pay is made once, then it is up to the dealer', () => {
    const auto = { ...start, how: 'auto_pay' } as const;
    invoice(issued())
      .when(auto)
      .thenEvents(started('p1', 1, 'auto_pay'));
    const tried = [issued(), started('p1', 1, 'auto_pay'), ended('p1')];
    invoice(...tried)
      .when({ ...auto, attemptId: 'p2' })
      .thenRefused('conflict', 'Automatic payment was already tried. Please use Pay Now.');
    invoice(...tried)
      .when({ ...start, attemptId: 'p2' })
      .thenEvents(started('p2', 2));
    invoice(issued(), started('p1', 1), ended('p1'))
      .when({ ...auto, attemptId: 'p2' })
      .thenEvents(started('p2', 2, 'auto_pay'));
  });
});

describe('paying', () => {
  it('by card names the payment and its mode', () =>
    invoice(issued(), started('p1', 1)).when(pay).thenEvents(paid));
  it('twice yields no event', () => invoice(issued(), paid).when(pay).thenNothing());
  it('ends the attempt', () =>
    expect(after(issued(), started('p1', 1), paid)).toMatchObject({ status: 'paid', openAttempt: null }));
  it('more than is open is refused', () =>
    invoice(issued())
      .when({ ...pay, amountCents: 2_601 })
      .thenRefused('payment_required', '$26.00 of this invoice is open, not $26.01.'));
  it('by check or ACH is recorded with date and reference', () => {
    invoice(issued()).when(record).thenEvents(paidByCheck);
    invoice(issued())
      .when({ ...record, method: 'ach', reason: ' ' })
      .thenEvents({
        ...paidByCheck,
        data: { ...paidByCheck.data, method: 'ach', reason: null },
      } as InvoiceEvent);
  });
  it('recorded twice yields no event', () => invoice(issued(), paidByCheck).when(record).thenNothing());
  it.each([[{ reference: '1018' }], [{ paidOn: '2026-05-09' }]] as const)(
    'recorded again with %j is refused',
    (change) =>
      invoice(issued(), paidByCheck)
        .when({ ...record, recordId: 'm2', ...change })
        .thenRefused('conflict', 'This invoice is paid already.'),
  );
  it('recorded again by another method is asked about', () =>
    invoice(issued(), paidByCheck)
      .when({ ...record, recordId: 'm2', method: 'ach' })
      .thenRefused(
        'conflict',
        '$26.00 with this reference and date was recorded before on INV-202605-0001, paid on May 10, 2026. Record it again?',
        'recordAgain',
      ));
  it('can be recorded for today, not for a later day', () => {
    invoice(issued())
      .when({ ...record, today: '2026-05-10' })
      .thenEvents(paidByCheck);
    invoice(issued())
      .when({ ...record, today: '2026-05-09' })
      .thenRefused('unprocessable', "The payment date can't be in the future", 'paidOn');
  });
  it('needs a reference', () =>
    invoice(issued())
      .when({ ...record, reference: ' ' })
      .thenRefused('unprocessable', 'Reference is required', 'reference'));
  it('by check has to wait while a card may be charged', () =>
    invoice(issued(), started('p1', 1))
      .when(record)
      .thenRefused(
        'conflict',
        'A payment of this invoice is being processed. Please wait until it is complete.',
      ));
  it.each([
    ['paid', [issued(), paidByCheck], 'This invoice is paid already.'],
    ['voided', [issued(), voided], "This invoice was canceled and can't be paid."],
    ['carried', [issued(), carried], 'This invoice was carried to a later one and is paid there.'],
  ] as const)('a %s one is refused by any method', (_status, history, message) => {
    const other = { ...record, recordId: 'm2', reference: 'Other' };
    for (const command of [pay, other, start]) {
      invoice(...history)
        .when(command)
        .thenRefused('conflict', message);
    }
  });
});

describe('voiding', () => {
  it('keeps the reason', () => invoice(issued()).when(voidIt).thenEvents(voided));
  it('takes a blank reason as none', () =>
    invoice(issued())
      .when({ ...voidIt, reason: ' ' })
      .thenEvents({ type: 'InvoiceVoided', data: { ...ids, reason: null } }));
  it('twice yields no event', () => invoice(issued(), voided).when(voidIt).thenNothing());
  it.each([
    ['paid by card', paid],
    ['paid by check', paidByCheck],
  ])('one %s is refused', (_how, last) =>
    invoice(issued(), last)
      .when(voidIt)
      .thenRefused('conflict', "A paid invoice can't be voided. Refund or credit the difference instead."),
  );
  it('a carried one is refused', () =>
    invoice(issued(), carried)
      .when(voidIt)
      .thenRefused('conflict', 'This invoice was carried to a later one. Void that one first.'));
  it('has to wait while a card may be charged', () =>
    invoice(issued(), started('p1', 1))
      .when(voidIt)
      .thenRefused(
        'conflict',
        'A payment of this invoice is being processed. Please wait until it is complete.',
      ));
});

describe('associating with a site', () => {
  const link = { type: 'LinkInvoiceToSite', siteId: 's2', siteName: 'South', siteAccountId: 'a1' } as const;
  const linked = (...lines: number[]): InvoiceEvent => ({
    type: 'InvoiceLinkedToSite',
    data: { ...ids, siteId: 's2', siteName: 'South', lines },
  });
  const line = { name: 'x', readers: 1, rateCents: 1, amountCents: 1, source: 'account', because: [] };
  const withSites = (...sites: (string | null)[]) =>
    issued({ change: { lines: sites.map((siteId) => ({ ...line, siteId })) } });
  it('sets the lines without a site', () =>
    invoice(withSites('s1', null, null))
      .when(link)
      .thenEvents(linked(1, 2)));
  it('else the first one', () => invoice(withSites('s1', 's3')).when(link).thenEvents(linked(0)));
  it('twice yields no event', () => invoice(withSites('s1', 's3'), linked(0)).when(link).thenNothing());
  it('sets the first line if all have a site', () =>
    invoice(withSites('s1', null), linked(1)).when(link).thenEvents(linked(0)));
  it('changes no line as it was issued', () =>
    expect(after(issued(), linked(0))).toMatchObject({
      lines: [{ siteId: 's1', name: 'Site s1' }],
      lineSites: ['s2'],
    }));
  it('needs a site of the same company', () =>
    invoice(issued())
      .when({ ...link, siteAccountId: 'a2' })
      .thenRefused('unprocessable', 'The site belongs to another company than the invoice.', 'siteId'));
  it('needs a line', () =>
    invoice(withSites()).when(link).thenRefused('unprocessable', 'This invoice has no items.', 'siteId'));
});

describe('reminders', () => {
  const remind = { type: 'RemindOfInvoice', kind: 'due_soon', days: 3, today: '2026-05-13' } as const;
  const reminded: InvoiceEvent = {
    type: 'InvoiceReminderSent',
    data: { ...ids, kind: 'due_soon', days: 3, sentOn: '2026-05-13' },
  };
  it('go out', () => invoice(issued()).when(remind).thenEvents(reminded));
  it('twice yield no event, on another day too', () =>
    invoice(issued(), reminded)
      .when({ ...remind, today: '2026-05-14' })
      .thenNothing());
  it('of other days or kinds are others', () => {
    for (const change of [{ days: 1 }, { kind: 'overdue' }] as const) {
      invoice(issued(), reminded)
        .when({ ...remind, ...change })
        .thenEvents({ ...reminded, data: { ...reminded.data, ...change } } as InvoiceEvent);
    }
  });
  it.each([
    ['paid', paid],
    ['voided', voided],
    ['carried', carried],
  ])('of a %s one yield no event', (_status, last) => invoice(issued(), last).when(remind).thenNothing());
});

describe('reminders by an administrator', () => {
  const remind = { type: 'SendManualReminder', today: '2026-05-20' } as const;
  const sent: InvoiceEvent = {
    type: 'InvoiceManualReminderSent',
    data: { ...ids, sentOn: '2026-05-20' },
  };
  const step = { type: 'RemindOfInvoice', kind: 'overdue', days: 3, today: '2026-05-20' } as const;

  it('go out once a day', () => {
    invoice(issued()).when(remind).thenEvents(sent);
    invoice(issued(), sent).when(remind).thenRefused('conflict', 'A reminder was sent today already.');
    invoice(issued(), sent)
      .when({ ...remind, today: '2026-05-21' })
      .thenEvents({ ...sent, data: { ...sent.data, sentOn: '2026-05-21' } } as InvoiceEvent);
  });
  it('are no step of dunning, which is taken on the same day too', () => {
    const taken: InvoiceEvent = {
      type: 'InvoiceReminderSent',
      data: { ...ids, kind: 'overdue', days: 3, sentOn: '2026-05-20' },
    };
    invoice(issued(), sent).when(step).thenEvents(taken);
    invoice(issued(), taken).when(remind).thenRefused('conflict', 'A reminder was sent today already.');
  });
  it('need an overdue invoice that is open', () => {
    invoice(issued())
      .when({ ...remind, today: '2026-05-16' })
      .thenRefused('conflict', 'INV-202605-0001 is not overdue.');
    invoice(issued(), paid).when(remind).thenRefused('conflict', 'INV-202605-0001 is not open any more.');
  });
});

it('an event without a beginning issues nothing', () => expect(after(paid)).toEqual({ status: 'none' }));
