import {
  BILLING_POLICY_VERSION,
  type InvoiceCommand,
  invoiceDecider,
  invoiceIdFor,
  invoiceStream,
} from '@portal/domain';
import { describe, expect, it } from 'vitest';
import { creditInvoice, refundInvoice } from '../src/modules/invoices/correctInvoice.ts';
import { payInvoices } from '../src/modules/invoices/payInvoices.ts';
import type { PaymentRequest } from '../src/modules/payments/beginAttempt.ts';
import { askForPaymentMethod } from '../src/modules/payments/mails.ts';
import type { Posting } from '../src/platform/mail/outbox.ts';
import { memoryPorts } from './support/memoryPorts.ts';

const accountId = 'a1';
const invoiceId = invoiceIdFor({ accountId, period: '2026-02', issue: 1 });

/** An invoice of $26.00, paid by check where asked. */
async function withInvoice(paid: boolean) {
  const memory = memoryPorts();
  const line = {
    siteId: 's',
    name: 'Gate',
    readers: 4,
    rateCents: 650,
    amountCents: 2_600,
    source: 'account',
    because: [],
  } as const;
  const commands: InvoiceCommand[] = [
    {
      type: 'IssueInvoice',
      invoiceId,
      invoiceNumber: 'INV-202602-0001',
      priced: {
        outcome: 'priced',
        period: '2026-02',
        accountId,
        recipientId: null,
        isDemo: true,
        lines: [line],
        adjustments: [],
        totalCents: 2_600,
        policyVersion: BILLING_POLICY_VERSION,
      },
      invoiceDate: '2026-02-01',
      billTo: { company: null, name: null, address: null, city: null, state: null, zip: null, email: null },
      proof: { cutSeq: 1, chainHash: 'h', basis: [] },
      replaces: null,
    },
  ];
  const payment = { method: 'check', paidOn: '2026-02-10', reference: '1', reason: null } as const;
  if (paid)
    commands.push({
      type: 'RecordInvoicePayment',
      recordId: 'm1',
      amountCents: null,
      isDemo: false,
      ...payment,
      today: '2026-02-10',
    });
  for (const command of commands) {
    const stream = invoiceStream(invoiceId);
    const accounts = [accountId];
    await memory.ports.execute({
      stream,
      decider: invoiceDecider,
      command,
      context: memory.command(),
      accounts,
    });
  }
  return memory;
}

describe('a command repeated after a crash', () => {
  it('credits and refunds once', async () => {
    const { ports, command, events } = await withInvoice(true);
    const [credit, refund] = [command(), command()];
    const back = { amount: '3', method: 'check', reference: '9' } as const;
    for (let time = 1; time <= 2; time += 1) {
      await creditInvoice(ports, invoiceId, { amount: '2.50' }, credit);
      await refundInvoice(ports, invoiceId, back, refund);
    }
    expect(events('InvoiceCredited').map(({ data }) => data.amountCents)).toEqual([250]);
    expect(events('InvoiceRefunded').map(({ data }) => data.amountCents)).toEqual([300]);
    await creditInvoice(ports, invoiceId, { amount: '2.50' }, command());
    expect(events('InvoiceCredited')).toHaveLength(2);
  });
});

describe('askForPaymentMethod', () => {
  it('sends one mail per command, however often it runs', async () => {
    const { command } = memoryPorts();
    const posted: Posting[] = [];
    const user = { id: 'u2', name: 'Ann', email: 'ann@example.com' };
    const rows = [{ ...user, id: 'u1', email: 'first@example.com' }, user];
    const context = command();
    const ports = {
      usersOfAccount: async () => rows,
      outbox: { post: async (posting: Posting) => void posted.push(posting) },
      page: (path: string) => `http://127.0.0.1${path}`,
    };
    for (let time = 1; time <= 2; time += 1) {
      await askForPaymentMethod(ports, { id: accountId, first_user_id: 'u2' }, context);
    }
    expect(posted.map(({ cause, recipient }) => [cause, recipient])).toEqual([
      [context.id, 'ann@example.com'],
      [context.id, 'ann@example.com'],
    ]);
    const gone = await askForPaymentMethod(ports, { id: accountId, first_user_id: 'gone' }, command());
    expect(gone).toBe('first@example.com');
    const nobody = { ...ports, usersOfAccount: async () => [] };
    await expect(
      askForPaymentMethod(nobody, { id: accountId, first_user_id: null }, command()),
    ).rejects.toThrow('This company has no user to write to.');
  });
});

describe('payInvoices', () => {
  it("charges each invoice's open amount", async () => {
    const { ports: commands, command } = await withInvoice(false);
    const asked: PaymentRequest[] = [];
    const payments = {
      start: async (request: PaymentRequest) => {
        asked.push(request);
        throw new Error('far enough');
      },
      cardsFor: () => null,
    };
    const request = { invoiceIds: [invoiceId, invoiceId], accountId, userId: 'u', useSavedCard: true };
    await expect(payInvoices({ commands, payments }, request, command())).rejects.toThrow('far enough');
    expect(asked).toEqual([
      {
        accountId,
        userId: 'u',
        shares: [{ kind: 'invoice', id: invoiceId, amountCents: 2_600 }],
        how: 'saved_card',
        description: 'Invoice INV-202602-0001',
      },
    ]);
  });
});
