import {
  creditAllocations,
  type InvoiceCommandOf,
  type InvoiceState,
  invoiceDecider,
  invoiceStream,
  onInvoice,
  type UsedCredit,
} from '@portal/domain';
import { accountsToSettle, invoicesToSettle } from '@portal/projections';
import { deriveId, newCommand } from '../../kernel/commandContext.ts';
import type { Load } from '../../kernel/execute.ts';
import { type Consequence, consequence, process } from '../../kernel/process.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import type { JobPorts } from '../../platform/readPorts.ts';

/**
 * A company's credit pays its open invoices (rule B41). The credit's own invoice allocates it, so that it is used once;
 * the open invoice receives it or declines it, and what it declines goes back.
 */

export const invoicesOf = (load: Load, ids: readonly string[]): Promise<readonly InvoiceState[]> =>
  Promise.all(ids.map((id) => load(invoiceStream(id), invoiceDecider)));

/** Pays the oldest open invoices as soon as there is credit, or an invoice is open again. The job sees to new invoices. */
export const payByCredit = process({
  name: 'payByCredit',
  types: [
    'InvoiceCredited',
    'InvoiceCreditReleased',
    'InvoiceCreditWithdrawn',
    'InvoicePaymentReversed',
    'InvoicePaymentTakenBack',
    'InvoicePaymentEnded',
    'InvoicePartPaid',
    'InvoiceCarryReleased',
    'InvoiceRefundFailed',
    'InvoicePayoutReversed',
    'InvoiceRefundMoved',
    'InvoicePaymentMoved',
    'InvoiceWriteOffReversed',
  ],
  async decide({ event, id, position }, load, lookUp) {
    const { accountId } = event.data;
    const ids = await lookUp.invoicesToSettle(accountId, position);
    const invoices = await invoicesOf(load, ids);
    return creditAllocations(invoices).map(({ fromInvoiceId, ...allocation }) => {
      const allocationId = `${id} ${allocation.creditId} ${allocation.toInvoiceId}`;
      return consequence({
        ...onInvoice(fromInvoiceId, accountId),
        key: allocationId,
        command: { type: 'AllocateInvoiceCredit', allocationId, ...allocation },
      });
    });
  },
});

export const bookCredit = process({
  name: 'bookCreditOnInvoice',
  types: ['InvoiceCreditAllocated', 'InvoicePaymentMoved', 'InvoiceCreditMoved'],
  async decide({ event, metadata }, load, lookUp) {
    const { invoiceId: fromInvoiceId, accountId, toInvoiceId } = event.data;
    const allocationId =
      event.type === 'InvoiceCreditAllocated' ? event.data.allocationId : event.data.moveId;
    const creditId = event.type === 'InvoicePaymentMoved' ? event.data.moveId : event.data.creditId;
    const from = await load(invoiceStream(fromInvoiceId), invoiceDecider);
    if (from.status === 'none') return [];
    const credit = from.credits.find((given) => given.creditId === creditId);
    const use = credit?.applied.find((one) => one.allocationId === allocationId);
    // released or taken back in the meantime
    if (credit === undefined || use === undefined) return [];
    const { amountCents, recordedCents } = use;
    return [
      consequence({
        ...onInvoice(toInvoiceId, accountId),
        command: {
          type: 'ReceiveInvoiceCredit',
          allocationId,
          fromInvoiceId,
          fromInvoiceNumber: from.invoiceNumber,
          creditId,
          amountCents,
          recordedCents,
          isDemo: credit.isDemo,
          today: lookUp.billingDay(metadata.recordedAt),
        },
      }),
    ];
  },
});

export const returnDeclinedCredit = process({
  name: 'returnDeclinedCredit',
  types: ['InvoiceCreditDeclined'],
  async decide({ event }) {
    const { invoiceId: toInvoiceId, accountId, fromInvoiceId, creditId, allocationId } = event.data;
    const command = { type: 'ReleaseInvoiceCredit', creditId, toInvoiceId, allocationId } as const;
    return [consequence({ ...onInvoice(fromInvoiceId, accountId), command })];
  },
});

/** After a reversal, takes credit back from the invoices that it paid (rule B46). */
export const withdrawReversedCredit = process({
  name: 'withdrawReversedCredit',
  types: ['InvoicePaymentReversed'],
  async decide({ event, metadata }, load, lookUp) {
    const { invoiceId, recordId, reason, usesTaken = [] } = event.data;
    if (usesTaken.length === 0) return [];
    const from = await load(invoiceStream(invoiceId), invoiceDecider);
    const targets = [...new Set(usesTaken.map(({ toInvoiceId }) => toInvoiceId))];
    const invoices = await invoicesOf(load, targets);
    const why = { withdrawalId: recordId, reason, today: lookUp.billingDay(metadata.recordedAt) };
    return invoices.flatMap((to) =>
      to.status === 'none'
        ? []
        : withdrawals(
            from,
            to,
            usesTaken.filter(({ toInvoiceId }) => toInvoiceId === to.invoiceId),
            why,
          ),
    );
  },
});

export const withdrawMovedCredit = process({
  name: 'withdrawMovedCredit',
  types: ['InvoiceCreditMoved'],
  async decide({ event }, load) {
    const { invoiceId, creditId, fromInvoiceId, fromAllocationId: allocationId } = event.data;
    const { moveId: withdrawalId, reason, movedOn: today, toInvoiceNumber: movedTo } = event.data;
    const [from, to] = await invoicesOf(load, [invoiceId, fromInvoiceId]);
    if (from === undefined || to === undefined) return [];
    return withdrawals(from, to, [{ creditId, allocationId }], { withdrawalId, reason, today, movedTo });
  },
});

/**
 * Takes back what `to` holds of the credits of `from` beyond what `from` gives it. Nothing for an invoice that is not
 * issued: its issue asks again.
 * @param uses the credits, each with its allocation or as the invoice was issued with it
 */
export function withdrawals(
  from: InvoiceState,
  to: InvoiceState,
  uses: readonly Pick<UsedCredit, 'creditId' | 'allocationId'>[],
  why: Pick<InvoiceCommandOf<'WithdrawInvoiceCredit'>, 'withdrawalId' | 'reason' | 'today' | 'movedTo'>,
): readonly Consequence[] {
  if (from.status === 'none' || to.status === 'none') return [];
  const { invoiceId: fromInvoiceId, invoiceNumber: fromInvoiceNumber, credits } = from;
  const { invoiceId, accountId } = to;
  return uses.flatMap(({ creditId, allocationId }) => {
    const kept = credits
      .find((credit) => credit.creditId === creditId)
      ?.applied.find((use) => use.toInvoiceId === invoiceId && use.allocationId === allocationId);
    const command = {
      type: 'WithdrawInvoiceCredit',
      ...why,
      withdrawalId: [why.withdrawalId, creditId, allocationId ?? 'issue'].join(' '),
      fromInvoiceId,
      fromInvoiceNumber,
      creditId,
      allocationId,
      keptCents: kept?.amountCents ?? 0,
      keptRecordedCents: kept?.recordedCents ?? 0,
    } as const;
    if (invoiceDecider.decide(command, to).length === 0) return [];
    return [consequence({ ...onInvoice(invoiceId, accountId), key: command.withdrawalId, command })];
  });
}

const NAME = 'account credit';

/**
 * Pays open invoices by unused credit (rule B41) where no event did: of invoices issued since the credit was given, and of
 * logs of earlier releases.
 */
export const creditJob = (ports: JobPorts): Job => ({
  name: NAME,
  everyMs: 60_000,
  async run(signal) {
    for (const accountId of await accountsToSettle(ports.db)) {
      if (signal.aborted) return;
      try {
        await settle(ports, accountId);
      } catch (error) {
        ports.log.warn({ err: error, account: accountId }, 'credit could not be allocated');
      }
    }
  },
});

async function settle({ commands, db, now }: JobPorts, accountId: string): Promise<void> {
  const ids = await invoicesToSettle(db, accountId);
  const invoices = await invoicesOf(commands.load, ids);
  for (const { fromInvoiceId, ...allocation } of creditAllocations(invoices)) {
    const context = newCommand(now(), { kind: 'system', id: NAME }, NAME);
    const allocationId = deriveId(context, 'allocation');
    await runCommand(commands, {
      ...onInvoice(fromInvoiceId, accountId),
      command: { type: 'AllocateInvoiceCredit', allocationId, ...allocation },
      context,
    });
  }
}
