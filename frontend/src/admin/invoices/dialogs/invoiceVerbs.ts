import type { InvoiceDetail } from '@portal/contract';

/** What an administrator may do with an invoice, in the order of the buttons. */
export const INVOICE_VERBS = {
  associate: 'Link',
  recordPayment: 'Record payment',
  refund: 'Refund',
  credit: 'Credit',
  void: 'Void',
  reissue: 'Reissue',
} as const;

export type InvoiceVerb = keyof typeof INVOICE_VERBS;

/**
 * The verbs that fit an invoice's state (decisions B26, B28): an open one is paid or voided, a paid one refunded or
 * credited as far as it may be, a voided one reissued once. The server decides again.
 */
export function verbsOf(invoice: InvoiceDetail): readonly InvoiceVerb[] {
  const { refund = 0, credit = 0 } = invoice.correctable ?? {};
  switch (invoice.status) {
    case 'pending':
      return ['associate', 'recordPayment', 'void'];
    case 'paid':
      return ['associate', ...only('refund', refund > 0), ...only('credit', credit > 0)];
    case 'canceled':
      return invoice.replaced_by === null ? ['associate', 'reissue'] : ['associate'];
    case 'carried':
      return ['associate'];
  }
}

const only = (verb: InvoiceVerb, fits: boolean): readonly InvoiceVerb[] => (fits ? [verb] : []);
