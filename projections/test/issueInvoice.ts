import {
  BILLING_POLICY_VERSION,
  type InvoiceCommand,
  type InvoiceEvent,
  type InvoiceLine,
  invoiceDecider,
  invoiceIdFor,
  invoiceStream,
  type PricedInvoice,
} from '@portal/domain';
import type { Bench } from './harness.ts';

/** An invoice of a test; the rest is filled in. */
export interface TestInvoice {
  readonly accountId: string;
  readonly period: string;
  readonly lines: readonly (Partial<InvoiceLine> & Pick<InvoiceLine, 'readers' | 'rateCents'>)[];
  readonly adjustments?: PricedInvoice['adjustments'];
  readonly isDemo?: boolean;
  readonly issue?: number;
  readonly number?: number;
  readonly invoiceDate?: string;
}

/** The command of a billing run. */
export function issueCommand(invoice: TestInvoice): Extract<InvoiceCommand, { type: 'IssueInvoice' }> {
  const { accountId, period, adjustments = [], isDemo = false, issue = 1, number = issue } = invoice;
  const lines = invoice.lines.map(
    (line, index): InvoiceLine => ({
      siteId: `site-${index + 1}`,
      name: `Site ${index + 1}`,
      amountCents: line.readers * line.rateCents,
      source: 'account',
      because: ['why'],
      ...line,
    }),
  );
  const totalCents = [...lines, ...adjustments].reduce((sum, { amountCents }) => sum + amountCents, 0);
  return {
    type: 'IssueInvoice',
    invoiceId: invoiceIdFor({ accountId, period, issue }),
    invoiceNumber: `INV-${period.replace('-', '')}-${String(number).padStart(4, '0')}`,
    priced: {
      outcome: 'priced',
      period,
      accountId,
      recipientId: `user of ${accountId}`,
      isDemo,
      lines,
      adjustments,
      totalCents,
      policyVersion: BILLING_POLICY_VERSION,
    },
    invoiceDate: invoice.invoiceDate ?? `${period}-01`,
    billTo: {
      company: `${accountId} Inc.`,
      name: 'Ann Doe',
      address: '1 Bay Street',
      city: 'Albany',
      state: 'NY',
      zip: '12207',
      email: 'ann@example.com',
    },
    proof: { cutSeq: 812, chainHash: 'ab12', basis: [{ stream: `account-${accountId}`, revision: 3 }] },
    replaces:
      issue === 1
        ? null
        : { invoiceId: invoiceIdFor({ accountId, period, issue: issue - 1 }), status: 'voided' },
  };
}

/** Appends the decisions on these commands. @returns the invoice's id */
export async function decideInvoice(
  { history }: Pick<Bench, 'history'>,
  ...commands: readonly [Extract<InvoiceCommand, { type: 'IssueInvoice' }>, ...InvoiceCommand[]]
): Promise<string> {
  const [{ invoiceId, priced }] = commands;
  let state = invoiceDecider.initialState;
  const events: InvoiceEvent[] = [];
  for (const command of commands) {
    const decided = invoiceDecider.decide(command, state);
    state = decided.reduce(invoiceDecider.evolve, state);
    events.push(...decided);
  }
  await history.add(invoiceStream(invoiceId), [priced.accountId], ...events);
  return invoiceId;
}
