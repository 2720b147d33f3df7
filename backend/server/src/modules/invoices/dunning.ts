import {
  accountDecider,
  accountStream,
  cancelableLateFees,
  invoiceDecider,
  invoiceStream,
  lateFeeId,
  onAccount,
} from '@portal/domain';
import { consequence, process } from '../../kernel/process.ts';

/**
 * Carries out a step of dunning: holds new orders, and charges the late fee, once per invoice and step, as a one-off charge (rule
 * B38). Fees of an invoice that is voided are canceled while they wait; once billed, the invoice that holds them is corrected.
 */
export const takeDunningStep = process({
  name: 'takeDunningStep',
  types: ['InvoiceReminderSent', 'InvoiceVoided'],
  async decide({ event, metadata }, load, lookUp) {
    const { invoiceId, accountId } = event.data;
    const invoice = await load(invoiceStream(invoiceId), invoiceDecider);
    if (invoice.status === 'none') return [];
    const { invoiceNumber } = invoice;
    const today = lookUp.billingDay(metadata.recordedAt);
    if (event.type === 'InvoiceVoided') {
      const account = await load(accountStream(accountId), accountDecider);
      if (account.status === 'none') return [];
      return cancelableLateFees(account, invoiceId, today).map(({ chargeId }) => {
        const reason = `${invoiceNumber} was voided.`;
        const command = { type: 'CancelOneOffCharge', chargeId, reason, today } as const;
        return consequence({ ...onAccount(accountId), key: chargeId, command, reason });
      });
    }
    const { days, step } = event.data;
    if (step === undefined || invoice.status === 'voided') return [];
    const held = step.holdsOrders
      ? [consequence({ ...onAccount(accountId), key: 'hold', command: { type: 'HoldOrders', invoiceId } })]
      : [];
    if (step.lateFeeCents === 0) return held;
    const reason = `${invoiceNumber} was open ${days} ${days === 1 ? 'day' : 'days'} after its due date.`;
    const command = {
      type: 'AddOneOffCharge',
      chargeId: lateFeeId(invoiceId, days),
      text: `Late fee for ${invoiceNumber}`,
      amountCents: step.lateFeeCents,
      reason,
      today,
      automatic: true,
    } as const;
    return [...held, consequence({ ...onAccount(accountId), key: 'late fee', command, reason })];
  },
});
