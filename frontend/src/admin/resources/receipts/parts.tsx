import { cardText, type Receipt } from '@portal/contract';
import { useCreatePath } from 'react-admin';
import { dollarsText, showDate } from '../../../shared/text.ts';
import { StatusBadge } from '../../../shared/ui/StatusBadge.tsx';
import { RelatedList } from '../../kit/RelatedList.tsx';
import { Badges, DemoBadge, DISPUTE_LOOK, LookBadge } from '../../records/states.tsx';
import { Below, CardAmount } from '../../ui/fields.tsx';

/** How money is received, with the names of one and of several. */
export const METHODS: readonly {
  readonly id: Receipt['method'];
  readonly name: string;
  readonly many: string;
}[] = [
  { id: 'check', name: 'Check', many: 'Checks' },
  { id: 'ach', name: 'ACH', many: 'ACH' },
  { id: 'card', name: 'Card', many: 'Cards' },
];

/** The method in words. */
export const nameOf = ({ method }: Receipt) => METHODS.find(({ id }) => id === method)?.name ?? method;
/** `Check 1043`, `Visa ending in 4242`. */
export const receivedBy = (receipt: Receipt) =>
  receipt.card === null
    ? [nameOf(receipt), receipt.reference].filter(Boolean).join(' ')
    : cardText(receipt.card);
/** Of the invoice or order that it paid; null for neither. */
export const numberOf = ({ invoice_number, order_number }: Receipt) => invoice_number ?? order_number;

/** What became of the money since, and its mode. */
export function Standing({ receipt }: { readonly receipt: Receipt }) {
  const { reversed_on, reason, refunded_amount, dispute, is_demo } = receipt;
  return (
    <>
      <Badges>
        {reversed_on !== null && (
          <StatusBadge tone="error">{`Reversed ${showDate(reversed_on)}`}</StatusBadge>
        )}
        {refunded_amount > 0 && (
          <StatusBadge tone="neutral">{`${dollarsText(refunded_amount)} refunded`}</StatusBadge>
        )}
        {dispute !== null && <LookBadge look={DISPUTE_LOOK[dispute]} />}
        {is_demo && <DemoBadge />}
      </Badges>
      {reason !== null && <Below>{reason}</Below>}
    </>
  );
}

/** The path of what it paid; of the payment where it paid nothing. */
export function usePaidPath() {
  const createPath = useCreatePath();
  return ({ invoice_id, order_id, receipt_id }: Receipt) => {
    if (invoice_id !== null) return createPath({ resource: 'invoices', id: invoice_id, type: 'show' });
    return order_id === null
      ? createPath({ resource: 'payments', id: receipt_id, type: 'show' })
      : createPath({ resource: 'orders', id: order_id, type: 'show' });
  };
}

/** Money received of a company, newest first. */
export function CompanyReceipts({ accountId }: { readonly accountId: string }) {
  const paidPath = usePaidPath();
  return (
    <RelatedList
      resource="receipts"
      filter={{ account_id: accountId }}
      sort={{ field: 'day', order: 'DESC' }}
      label="Payments"
      empty="No payments found"
      name={receivedBy}
      to={paidPath}
      text={(receipt: Receipt) => [showDate(receipt.day), numberOf(receipt)].filter(Boolean).join(' · ')}
    >
      {(receipt) => (
        <>
          <Standing receipt={receipt} />
          <CardAmount>{dollarsText(receipt.amount)}</CardAmount>
        </>
      )}
    </RelatedList>
  );
}
