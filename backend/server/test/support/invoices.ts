import {
  accountDecider,
  accountStream,
  BILLING_POLICY_VERSION,
  type BillTo,
  type InvoiceCommand,
  type InvoiceLine,
  inSequence,
  invoiceDecider,
  invoiceIdFor,
  invoiceStream,
  type PricedInvoice,
  partsOf,
} from '@portal/domain';
import { logEndBefore } from '@portal/projections';
import { newCommand } from '../../src/kernel/commandContext.ts';
import type { Paying } from '../payments/support.ts';
import type { TestPortal } from './testPortal.ts';

/** What an invoice of a test says; the rest is filled in. */
export interface TestInvoice {
  readonly accountId: string;
  readonly userId?: string;
  readonly period: string;
  /** Readers at this many cents each; one line by default with 12 at $6.50. */
  readonly lines?: readonly (Partial<InvoiceLine> & Pick<InvoiceLine, 'readers' | 'rateCents'>)[];
  readonly adjustments?: PricedInvoice['adjustments'];
  readonly isDemo?: boolean;
  readonly issue?: number;
  readonly invoiceDate?: string;
  readonly billTo?: Partial<BillTo>;
}

/** A dealer's company with one invoice, of $78.00 in December 2026 where nothing else is said. */
export async function billedDealer(paying: Paying, name: string, at: Date, more: Partial<TestInvoice> = {}) {
  const { client, user } = await paying.dealer(name);
  const accountId = user.account_id;
  const invoice = await issueInvoice(paying, { accountId, userId: user.id, period: '2026-12', ...more }, at);
  return { client, userId: user.id, accountId, ...invoice };
}

let numbers = 0;

/** Makes an invoice by its decider, as a billing run would. @returns its id and number */
export async function issueInvoice(
  test: TestPortal,
  invoice: TestInvoice,
  at: Date = new Date(),
): Promise<{ readonly id: string; readonly number: string }> {
  const { accountId, userId = null, period, adjustments = [], isDemo = true, issue = 1 } = invoice;
  const lines = (invoice.lines ?? [{ readers: 12, rateCents: 650 }]).map(
    (line, index): InvoiceLine => ({
      siteId: `site-${index + 1}`,
      name: `Harbor Gate ${index + 1}`,
      amountCents: line.readers * line.rateCents,
      source: 'account',
      because: ['why'],
      ...line,
    }),
  );
  const totalCents = [...lines, ...adjustments].reduce((sum, { amountCents }) => sum + amountCents, 0);
  const id = invoiceIdFor({ accountId, period, issue });
  numbers += 1;
  // a cut that the log has, so that the invoice can be corrected
  const { seq: cutSeq, hash: chainHash } = await logEndBefore(test.portal.database.pool, null);
  const number = `INV-${period.replace('-', '')}-${String(numbers).padStart(4, '0')}`;
  const basis = [{ stream: `account-${accountId}`, revision: 0 }];
  const [, ...further] = partsOf({ lines, basis });
  for (const [index, part] of further.entries()) {
    const draft = { type: 'DraftInvoiceLines', invoiceId: id, accountId, draft: 1, part: index + 1 } as const;
    await decideInvoice(test, id, { ...draft, ...part }, at, accountId);
  }
  await decideInvoice(
    test,
    id,
    {
      type: 'IssueInvoice',
      invoiceId: id,
      invoiceNumber: number,
      priced: {
        outcome: 'priced',
        period,
        accountId,
        recipientId: userId,
        isDemo,
        lines,
        adjustments,
        totalCents,
        policyVersion: BILLING_POLICY_VERSION,
      },
      invoiceDate: invoice.invoiceDate ?? `${period}-01`,
      billTo: {
        company: 'Doe Security',
        name: 'Ann Doe',
        address: '1 Main St',
        city: 'Staten Island',
        state: 'NY',
        zip: '10311',
        email: 'ann@example.com',
        ...invoice.billTo,
      },
      proof: { cutSeq, chainHash, basis },
      replaces:
        issue === 1
          ? null
          : { invoiceId: invoiceIdFor({ accountId, period, issue: issue - 1 }), status: 'voided' },
    },
    at,
    accountId,
  );
  return { id, number };
}

/** Lets the invoice decider decide, and waits until the read models know. */
export async function decideInvoice(
  { portal }: TestPortal,
  invoiceId: string,
  command: InvoiceCommand,
  at: Date = new Date(),
  accountId = invoiceId.split('_')[0] ?? '',
): Promise<void> {
  const { appended } = await portal.commands.execute({
    stream: invoiceStream(invoiceId),
    decider: invoiceDecider,
    command,
    context: newCommand(at, { kind: 'system', id: 'spec' }, 'spec'),
    accounts: [accountId],
  });
  const { types, position } = await portal.commands.followUp(appended);
  if (position !== null) await portal.projections.waitFor({ types, position }, { timeoutMs: 20_000 });
}

/** Gives a company a card of the simulator, e.g. `pm_card_visa`, and consents to automatic payment where asked. */
export async function saveCard(
  { portal, stripe, liveStripe, context }: Paying,
  accountId: string,
  card = 'pm_card_visa',
  options: {
    readonly livemode?: boolean;
    readonly autoPayAt?: string;
    readonly expires?: readonly [number, number];
  } = {},
): Promise<void> {
  const { livemode = false, autoPayAt, expires = [12, 2031] } = options;
  const provider = livemode ? liveStripe : stripe;
  const customer = await provider.customers.create({ metadata: { account: accountId } });
  const method = await provider.paymentMethods.attach(card, { customer: customer.id });
  const saved = {
    customerId: customer.id,
    paymentMethodId: method.id,
    brand: method.card?.brand ?? 'visa',
    last4: method.card?.last4 ?? '4242',
    expMonth: expires[0],
    expYear: expires[1],
  };
  const consent = { userId: 'spec', consentVersion: '2026-11', consentedAt: autoPayAt ?? '' };
  const { appended } = await portal.commands.execute({
    stream: accountStream(accountId),
    decider: inSequence(accountDecider),
    command: [
      { type: 'RecordStripeCustomer', livemode, customerId: customer.id },
      { type: 'SavePaymentMethod', livemode, card: saved },
      ...(autoPayAt === undefined ? [] : [{ type: 'ConsentToAutoPay', livemode, consent } as const]),
    ],
    context: context(),
    accounts: [accountId],
  });
  const { types, position } = await portal.commands.followUp(appended);
  if (position !== null) await portal.projections.waitFor({ types, position }, { timeoutMs: 20_000 });
}
