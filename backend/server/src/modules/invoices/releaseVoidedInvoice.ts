import { invoiceDecider, invoiceStream } from '@portal/domain';
import { consequence, process } from '../../kernel/process.ts';

/** Carried amounts and credits that an invoice took over go back to the earlier invoices once it is void. */
export const releaseVoidedInvoice = process({
  name: 'releaseWhatAVoidedInvoiceTook',
  types: ['InvoiceVoided'],
  async decide({ event }, load) {
    const { invoiceId, accountId } = event.data;
    const invoice = await load(invoiceStream(invoiceId), invoiceDecider);
    if (invoice.status === 'none') return [];
    return invoice.adjustments.map(({ invoiceId: from, creditId }) =>
      consequence({
        stream: invoiceStream(from),
        accounts: [accountId],
        decider: invoiceDecider,
        key: creditId ?? `carried from ${from}`,
        command:
          creditId === null
            ? { type: 'ReleaseCarriedInvoice', toInvoiceId: invoiceId }
            : { type: 'ReleaseInvoiceCredit', creditId, toInvoiceId: invoiceId },
      }),
    );
  },
});
