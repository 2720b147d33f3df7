import { unprocessable } from '../kernel/decider.ts';
import type { AccountCommand, CompanyRecords, OpenAccountState } from './commands.ts';
import type { AccountEvent } from './events.ts';

const KINDS = ['siteIds', 'migrationIds', 'orderIds', 'disputeIds', 'noteIds'] as const;
/** Ids in one event, to stay below the size limit of events. */
const MAX_IDS = 5_000;

export const COMPANY_ERASED = "This company's data was erased. Please open another company.";

/** Commands refused once the company's key is erased: they would encrypt with it, or charge the company. */
const NEEDS_KEY: ReadonlySet<AccountCommand['type']> = new Set<AccountCommand['type']>([
  'ChangeCompanyDetails',
  'RecordStripeCustomer',
  'SavePaymentMethod',
  'ConsentToAutoPay',
  'GrantTaxExemption',
]);

/** @throws BusinessRefusal unprocessable */
export function refuseErased(
  { type }: AccountCommand,
  { dataErased }: Pick<OpenAccountState, 'dataErased'>,
): void {
  if (dataErased && NEEDS_KEY.has(type)) throw unprocessable(COMPANY_ERASED);
}

/**
 * Events that name the company's records which no earlier event names; none where all are named.
 * @param again records to name again
 */
export function companyErased(
  {
    accountId,
    dataErased,
    erasedRecords,
  }: Pick<OpenAccountState, 'accountId' | 'dataErased' | 'erasedRecords'>,
  records: CompanyRecords,
  again: readonly string[] = [],
): readonly AccountEvent[] {
  const repeated = new Set(again);
  const known = new Set(erasedRecords.filter((id) => !repeated.has(id)));
  const fresh = KINDS.flatMap((kind) =>
    records[kind].filter((id) => !known.has(id)).map((id) => ({ kind, id })),
  );
  if (fresh.length === 0 && dataErased) return [];
  return inParts(fresh).map((part) => {
    const of = (kind: (typeof KINDS)[number]) => part.filter((one) => one.kind === kind).map(({ id }) => id);
    return {
      type: 'CompanyDataErased',
      data: {
        accountId,
        siteIds: of('siteIds'),
        migrationIds: of('migrationIds'),
        orderIds: of('orderIds'),
        disputeIds: of('disputeIds'),
        noteIds: of('noteIds'),
      },
    };
  });
}

/** Events that name the year's invoices which no earlier event names. */
export function retentionEnded(
  { accountId, pastRetention }: Pick<OpenAccountState, 'accountId' | 'pastRetention'>,
  { retentionId, invoiceIds }: Extract<AccountCommand, { type: 'RecordRetentionEnd' }>,
): readonly AccountEvent[] {
  const known = new Set(pastRetention);
  const fresh = invoiceIds.filter((id) => !known.has(id));
  if (fresh.length === 0) return [];
  return inParts(fresh).map((part) => ({
    type: 'InvoiceRetentionEnded',
    data: { accountId, retentionId, invoiceIds: part },
  }));
}

export const recordsIn = (records: CompanyRecords): readonly string[] =>
  KINDS.flatMap((kind) => records[kind]);

function inParts<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const count = Math.max(1, Math.ceil(items.length / MAX_IDS));
  return Array.from({ length: count }, (_, part) => items.slice(part * MAX_IDS, (part + 1) * MAX_IDS));
}
