import type { InvoiceDetail } from '@portal/contract';

/** The actions on an invoice, in the order of the buttons. */
export const INVOICE_ACTIONS = {
  associate: 'Link',
  recordPayment: 'Record payment',
  reversePayment: 'Reverse payment',
  move: 'Move payment',
  correct: 'Correct',
  refund: 'Refund',
  credit: 'Credit',
  payOut: 'Pay out credit',
  void: 'Void',
  reissue: 'Reissue',
} as const;

export type InvoiceAction = keyof typeof INVOICE_ACTIONS;

/** The actions that an invoice's state allows; the server checks them again. */
export function actionsOf(invoice: InvoiceDetail): readonly InvoiceAction[] {
  const { refund = 0, credit = 0 } = invoice.correctable ?? {};
  const reverse = only('reversePayment', reversiblePayments(invoice).length > 0);
  const move = only('move', (invoice.movable ?? []).length > 0);
  const payOut = only('payOut', invoice.unused_credit_amount > 0);
  switch (invoice.status) {
    case 'pending':
      return ['associate', 'recordPayment', ...reverse, ...move, 'correct', ...payOut, 'void'];
    case 'paid':
      return [
        'associate',
        ...reverse,
        ...move,
        ...only('correct', credit > 0),
        ...only('refund', refund > 0),
        ...only('credit', credit > 0),
        ...payOut,
      ];
    case 'canceled':
      return [
        'associate',
        // what is to be repaid of its credit
        ...only('recordPayment', invoice.open_amount > 0),
        ...reverse,
        ...payOut,
        ...only('reissue', invoice.replaced_by === null),
      ];
    case 'carried':
      return ['associate', ...reverse, ...payOut];
  }
}

const only = (action: InvoiceAction, fits: boolean): readonly InvoiceAction[] => (fits ? [action] : []);

/** Payments recorded by administrators and not reversed. */
export const reversiblePayments = ({ payments }: Pick<InvoiceDetail, 'payments'>) =>
  payments.filter(({ kind, reversed_on }) => kind !== 'card' && reversed_on === null);
