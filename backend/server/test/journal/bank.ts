import {
  askedCents,
  type BankLine,
  BusinessRefusal,
  type RecordReceipt,
  receiptDecider,
  receiptIdOf,
  receiptStream,
  refuseTaken,
} from '@portal/domain';
import type { Day } from '@portal/domain/values';
import type { Company } from './company.ts';

/** Records a check over one or several invoices; what a share has above the open amount becomes credit. */
export async function recordReceipt(
  company: Company,
  of: Pick<RecordReceipt, 'receiptId' | 'shares' | 'isDemo' | 'bankLineId'> & { readonly receivedOn: Day },
): Promise<void> {
  const sum = (amounts: readonly number[]) => amounts.reduce((all, cents) => all + cents, 0);
  await company.onReceipt(of.receiptId, {
    type: 'RecordReceipt',
    ...of,
    accountId: company.account.accountId,
    method: 'check',
    amountCents: sum(of.shares.map(({ amountCents }) => amountCents)),
    creditCents: sum(
      of.shares.map(({ invoice, amountCents }) => Math.max(0, amountCents - askedCents(invoice))),
    ),
    reference: of.receiptId,
    reason: null,
    today: company.lastDay,
  });
}

/** Imports a file with lines of what an invoice leaves open, and of another amount. */
export async function importBankFile(
  company: Company,
  { one, cents, luck }: { readonly one: number; readonly cents: number; readonly luck: number },
): Promise<void> {
  const day = company.lastDay;
  const open = company.invoices.filter((invoice) => askedCents(invoice) > 0);
  const named = open[one % Math.max(1, open.length)];
  const amounts = [...(named === undefined ? [] : [askedCents(named)]), ...(luck > 2 ? [cents] : [])];
  const lines = amounts.map((amountCents) => {
    const lineId = `${day}_${company.newId()}`;
    return { lineId, amountCents, text: named?.invoiceNumber ?? 'Deposit', reference: '' };
  });
  await company.onBankDay(day, { type: 'ImportBankLines', day, lines });
}

/** Whether the receipt of a line's last match was reversed. */
async function isReceiptReversed(company: Company, { receiptId }: BankLine): Promise<boolean> {
  if (receiptId === null) return false;
  return (await company.load(receiptStream(receiptId), receiptDecider)).status === 'reversed';
}

/** Books a receipt from a line: for the invoices that are open, the earliest first, and credit on the newest one. */
export async function takeBankLine(company: Company, line: BankLine): Promise<void> {
  try {
    refuseTaken(line, await isReceiptReversed(company, line));
  } catch (error) {
    if (error instanceof BusinessRefusal) return;
    throw error;
  }
  const known = company.invoices.filter(({ invoiceDate }) => invoiceDate <= line.day);
  let left = line.amountCents;
  const shares = known.flatMap((invoice) => {
    const amountCents = Math.min(left, askedCents(invoice));
    left -= amountCents;
    return amountCents === 0 ? [] : [{ invoice, amountCents }];
  });
  const newest = known.at(-1);
  if (left > 0) {
    const last = shares.pop() ?? (newest && { invoice: newest, amountCents: 0 });
    if (last === undefined) return;
    shares.push({ ...last, amountCents: last.amountCents + left });
  }
  await recordReceipt(company, {
    receiptId: receiptIdOf(line),
    bankLineId: line.lineId,
    shares,
    isDemo: newest?.isDemo ?? true,
    receivedOn: line.day,
  });
}

export async function setBankLineAside(company: Company, line: BankLine): Promise<void> {
  const isReversed = await isReceiptReversed(company, line);
  const { day, lineId } = line;
  await company.onBankDay(day, { type: 'SetBankLineAside', lineId, reason: 'Interest', isReversed });
}
