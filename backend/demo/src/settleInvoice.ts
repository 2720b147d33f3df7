import { type IssuedInvoice, invoiceDecider, invoiceIdFor, invoiceStream, type Period } from '@portal/domain';
import type { Portal } from '@portal/server';
import { type CausalChain, NOTHING_APPENDED } from '@portal/server/kernel/causalChain.ts';
import type { CommandContext } from '@portal/server/kernel/commandContext.ts';
import { reissueInvoice } from '@portal/server/modules/billing/reissue.ts';
import { creditInvoice, recordInvoicePayment } from '@portal/server/modules/invoices/correctInvoice.ts';
import type { Action } from './step.ts';

type Settling = Extract<Action, { type: 'payInvoice' | 'reissueInvoice' | 'creditInvoice' }>;

/** Pays, reissues or credits an account's newest invoice of a month, if its status allows. */
export async function settleInvoice(
  { billing, commands, payments }: Pick<Portal, 'billing' | 'commands' | 'payments'>,
  accountId: string,
  action: Settling,
  context: CommandContext,
): Promise<CausalChain> {
  const invoice = await newestInvoice(commands, accountId, action.period);
  if (invoice === null) return NOTHING_APPENDED;
  const { invoiceId, status } = invoice;
  switch (action.type) {
    case 'payInvoice': {
      if (status !== 'open') return NOTHING_APPENDED;
      const { method, reference } = action;
      const payment = { method, paid_on: commands.billingDay(context.time), reference };
      return recordInvoicePayment({ commands, payments }, invoiceId, payment, context);
    }
    case 'reissueInvoice': {
      const line = invoice.lines.find(({ readers }) => readers > 1);
      if (status !== 'open' || line === undefined || line.siteId === null) return NOTHING_APPENDED;
      const { siteId, readers } = line;
      const corrections = [{ kind: 'readers', siteId, readers: readers - 1, reason: action.reason }] as const;
      return (await reissueInvoice(billing, invoiceId, { corrections }, context)).chain;
    }
    case 'creditInvoice': {
      const { amount, reason } = action;
      return status === 'paid'
        ? creditInvoice(commands, invoiceId, { amount, reason }, context)
        : NOTHING_APPENDED;
    }
  }
}

/** An account's invoice of a month, reissued or not; null for none. */
export async function newestInvoice(
  commands: Pick<Portal['commands'], 'load'>,
  accountId: string,
  period: Period,
): Promise<IssuedInvoice | null> {
  for (const issue of [2, 1]) {
    const stream = invoiceStream(invoiceIdFor({ accountId, period, issue }));
    const invoice = await commands.load(stream, invoiceDecider);
    if (invoice.status !== 'none') return invoice;
  }
  return null;
}
