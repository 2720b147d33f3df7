import type { InvoiceDetail } from '@portal/contract';

/** The actions on an invoice, in the order of the buttons. */
export const INVOICE_ACTIONS = {
  associate: 'Link',
  recordPayment: 'Record payment',
  reversePayment: 'Reverse payment',
  correct: 'Correct',
  refund: 'Refund',
  credit: 'Credit',
  void: 'Void',
  reissue: 'Reissue',
} as const;

export type InvoiceAction = keyof typeof INVOICE_ACTIONS;

/** The actions that an invoice's state allows; the server checks them again. */
export function actionsOf(invoice: InvoiceDetail): readonly InvoiceAction[] {
  const { refund = 0, credit = 0 } = invoice.correctable ?? {};
  const reverse = only('reversePayment', reversiblePayments(invoice).length > 0);
  switch (invoice.status) {
    case 'pending':
      return ['associate', 'recordPayment', ...reverse, 'correct', 'void'];
    case 'paid':
      return [
        'associate',
        ...reverse,
        ...only('correct', credit > 0),
        ...only('refund', refund > 0),
        ...only('credit', credit > 0),
      ];
    case 'canceled':
      return ['associate', ...reverse, ...only('reissue', invoice.replaced_by === null)];
    case 'carried':
      return ['associate', ...reverse];
  }
}

const only = (action: InvoiceAction, fits: boolean): readonly InvoiceAction[] => (fits ? [action] : []);

/** Payments recorded by administrators and not reversed. */
export const reversiblePayments = ({ payments }: Pick<InvoiceDetail, 'payments'>) =>
  payments.filter(({ kind, reversed_on }) => kind !== 'card' && reversed_on === null);
