import { allocateOldestFirst } from '../values/allocateOldestFirst.ts';
import { MATCH_REASONS, type MatchReason } from '../values/choices.ts';
import { addDays, type Day } from '../values/days.ts';
import { sumCents } from '../values/money.ts';
import { nameKey } from '../values/nameKeys.ts';

/** An invoice that money may be for: an open one, or a paid one that a line names. */
export interface MatchableInvoice {
  readonly id: string;
  readonly invoiceNumber: string;
  readonly accountId: string;
  readonly isDemo: boolean;
  readonly invoiceDate: Day;
  /** 0 for one that is paid. */
  readonly openCents: number;
}

export interface MatchableCompany {
  readonly accountId: string;
  readonly companyName: string;
  readonly dealerId: string | null;
  /** Its mode: recorded money pays invoices of this one. */
  readonly isDemo: boolean;
}

export interface MatchableLine {
  readonly day: Day;
  readonly amountCents: number;
  readonly text: string;
  readonly reference: string;
}

/** A check or bank transfer that was recorded by hand, stands and is no line's yet. */
export interface UnmatchedReceipt {
  readonly receiptId: string;
  readonly accountId: string;
  readonly receivedOn: Day;
  readonly reference: string;
  readonly amountCents: number;
}

/** What a line may have paid. */
export interface Match {
  readonly accountId: string;
  readonly why: MatchReason;
  /** It is the whole open amount of these invoices. */
  readonly isExact: boolean;
  readonly shares: readonly { readonly invoiceId: string; readonly amountCents: number }[];
  /** For which nothing is open: it becomes account credit. */
  readonly creditCents: number;
  /** The receipt that was recorded before, so that nothing is booked; null for others. */
  readonly receiptId: string | null;
}

/** `proposal` is null where no match is better than all others. */
export interface Matches {
  readonly proposal: Match | null;
  /** Further ones, the best first. */
  readonly candidates: readonly Match[];
}

/** A recorded check is on the bank's account within these days. */
const DAYS_TO_BANK = 14;
/** Candidates that help more than they confuse. */
const MAX_CANDIDATES = 5;

// six digits of the month and at least four of the number; banks break texts in between
const INVOICE_NUMBER =
  /\b(?:INV(?:OICE)?[\s#:.-]*)(\d(?:[\s-]?\d){5})[\s-]*(\d(?:\s?\d){3}\d*)|\b(\d{6})-(\d{4,})\b/gi;
const DEALER_ID = /\bKS[\s-]?(\d{4})\b/gi;

/** Numbers of invoices that a text names, in their own form `INV-202612-0001`. */
export function invoiceNumbersIn(text: string): readonly string[] {
  const found = [...text.matchAll(INVOICE_NUMBER)].map(([, month, number, plainMonth, plainNumber]) => {
    const digits = (part: string | undefined) => (part ?? '').replace(/\D/g, '');
    return `INV-${digits(month ?? plainMonth)}-${digits(number ?? plainNumber)}`;
  });
  return [...new Set(found)];
}

/** Banks cut names off at 16 characters (ACH), so that many are enough. */
const CUT_NAME = 16;
const LEGAL_FORM = /^(?:inc|llc|llp|ltd|corp|co|company|corporation|incorporated|limited|the)$/;
/** Names of a company are at most this many words long. */
const MAX_WORDS = 10;

/** The words of a name or text that tell companies apart. */
const wordsOf = (text: string) =>
  nameKey(text)
    .replace(/'/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !LEGAL_FORM.test(word));

function group<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [value]);
    else known.push(value);
  }
  return groups;
}

/** Companies by their names and dealer ids. @returns those that a text names */
function companiesIn(companies: readonly MatchableCompany[]) {
  const byDealerId = new Map(companies.map((company) => [company.dealerId, company]));
  const named = companies
    .map((company) => ({ company, name: wordsOf(company.companyName).join(' ') }))
    .filter(({ name }) => name.length >= 3);
  const byName = group(named, ({ name }) => name);
  const byCutName = group(
    named.filter(({ name }) => name.length > CUT_NAME),
    ({ name }) => name.slice(0, CUT_NAME),
  );
  return (text: string): ReadonlySet<MatchableCompany> => {
    const found = new Set<MatchableCompany>();
    for (const [, digits] of text.matchAll(DEALER_ID)) {
      const company = byDealerId.get(`KS${digits}`);
      if (company !== undefined) found.add(company);
    }
    const words = wordsOf(text);
    for (let first = 0; first < words.length; ) {
      let longest = 0;
      let name = '';
      let of: readonly MatchableCompany[] = [];
      for (let length = 1; length <= MAX_WORDS && first + length <= words.length; length += 1) {
        name = length === 1 ? (words[first] ?? '') : `${name} ${words[first + length - 1]}`;
        const whole = byName.get(name);
        if (whole !== undefined) [longest, of] = [length, whole.map(({ company }) => company)];
      }
      if (longest === 0) {
        const cut = byCutName.get(
          words
            .slice(first, first + MAX_WORDS)
            .join(' ')
            .slice(0, CUT_NAME),
        );
        of = cut?.map(({ company }) => company) ?? [];
      }
      for (const company of of) found.add(company);
      // 'Acme Locks' is not 'Locks' as well
      first += Math.max(1, longest);
    }
    return found;
  };
}

/**
 * Prepares the matching of many lines: invoices by number and amount, companies by name.
 * @param invoices open ones of all companies, and those that lines name
 * @param recorded what lines may be that was recorded before (rule B47)
 * @returns what a line may have paid: a recorded receipt of its amount; by the numbers of invoices that it names, else by
 *   the exact amount of one open invoice or of all of a company, by the company's name or dealer id, or by both. Only
 *   invoices of the company's mode that are dated on the line's day or before it are taken.
 */
export function matcherOf(
  invoices: readonly MatchableInvoice[],
  companies: readonly MatchableCompany[],
  recorded: readonly UnmatchedReceipt[] = [],
): (line: MatchableLine) => Matches {
  const recordedBy = group(recorded, ({ amountCents }) => amountCents);
  const companyById = new Map(companies.map((company) => [company.accountId, company]));
  const ofMode = invoices.filter((invoice) => companyById.get(invoice.accountId)?.isDemo === invoice.isDemo);
  const byNumber = new Map(ofMode.map((invoice) => [invoice.invoiceNumber, invoice]));
  const open = ofMode.filter(({ openCents }) => openCents > 0);
  const byAmount = group(open, ({ openCents }) => openCents);
  const openOf = group(open, ({ accountId }) => accountId);
  for (const own of openOf.values()) own.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const bySum = accountsBySum(openOf);
  const namedIn = companiesIn(companies);

  /** The company's open invoices on a day, the oldest first. */
  const openOn = (accountId: string, day: Day) =>
    (openOf.get(accountId) ?? []).filter(({ invoiceDate }) => invoiceDate <= day);

  /** These invoices first, the oldest first, then the company's others. */
  function paying(
    accountId: string,
    why: MatchReason,
    line: MatchableLine,
    first: readonly MatchableInvoice[] = [],
  ): Match {
    const chosen = allocateOldestFirst(first, line.amountCents);
    const others = openOn(accountId, line.day).filter((invoice) => !first.includes(invoice));
    const rest = allocateOldestFirst(others, chosen.restCents);
    const shares = [...chosen.shares, ...rest.shares];
    const owed = sumCents(first.map(({ openCents }) => openCents));
    return {
      accountId,
      why,
      isExact: first.length > 0 && owed === line.amountCents,
      shares: shares.map(({ id, amountCents }) => ({ invoiceId: id, amountCents })),
      creditCents: rest.restCents,
      receiptId: null,
    };
  }

  function byNumbers(line: MatchableLine, text: string): readonly Match[] {
    const named = invoiceNumbersIn(text).flatMap((number) => byNumber.get(number) ?? []);
    return [...group(named, ({ accountId }) => accountId)].map(([accountId, own]) => {
      const payable = own.filter(({ openCents, invoiceDate }) => openCents > 0 && invoiceDate <= line.day);
      return payable.length === 0
        ? paying(accountId, 'paid_invoice', line)
        : paying(accountId, 'invoice_number', line, payable);
    });
  }

  /** Companies whose one open invoice, or all of them, are of the line's amount, with those invoices. */
  function byAmounts({ amountCents, day }: MatchableLine): Map<string, readonly MatchableInvoice[]> {
    const found = new Map<string, readonly MatchableInvoice[]>();
    for (const accountId of bySum.get(amountCents) ?? []) {
      const own = openOn(accountId, day);
      if (sumCents(own.map(({ openCents }) => openCents)) === amountCents) found.set(accountId, own);
    }
    for (const invoice of byAmount.get(amountCents) ?? []) {
      if (invoice.invoiceDate > day) continue;
      const [known] = found.get(invoice.accountId) ?? [];
      // of several of this amount the oldest is paid
      if (known === undefined || keyOf(invoice) < keyOf(known)) found.set(invoice.accountId, [invoice]);
    }
    return found;
  }

  return (line) => {
    const text = `${line.text} ${line.reference}`;
    const amounts = byAmounts(line);
    const names = new Set([...namedIn(text)].map(({ accountId }) => accountId));
    const numbered = byNumbers(line, text).filter(({ accountId, why }) => {
      // a paid invoice only says whose money it is
      if (why === 'paid_invoice') names.add(accountId);
      return why !== 'paid_invoice' || !amounts.has(accountId);
    });
    const isNumbered = new Set(numbered.map(({ accountId }) => accountId));
    const others = [...new Set([...amounts.keys(), ...names])]
      .filter((accountId) => !isNumbered.has(accountId))
      .map((accountId) => {
        const own = amounts.get(accountId);
        if (own === undefined) return paying(accountId, 'name', line);
        return paying(accountId, names.has(accountId) ? 'amount_and_name' : 'amount', line, own);
      });
    const booking = [...numbered, ...others].sort(
      (a, b) =>
        MATCH_REASONS.indexOf(a.why) - MATCH_REASONS.indexOf(b.why) || (a.accountId < b.accountId ? -1 : 1),
    );
    const receipts = (recordedBy.get(line.amountCents) ?? []).filter(
      ({ receivedOn }) =>
        receivedOn >= addDays(line.day, -DAYS_TO_BANK) && receivedOn <= addDays(line.day, 1),
    );
    const all = [...receipts.map(recordedMatch), ...booking];
    const proposal = bestWithRecorded(receipts, all, text);
    return { proposal, candidates: all.filter((one) => one !== proposal).slice(0, MAX_CANDIDATES) };
  };
}

const keyOf = ({ invoiceDate, invoiceNumber }: MatchableInvoice) => `${invoiceDate} ${invoiceNumber}`;

/** Companies by the sum of their open invoices up to each, so of those that were open on any day. */
function accountsBySum(openOf: ReadonlyMap<string, readonly MatchableInvoice[]>) {
  const bySum = new Map<number, Set<string>>();
  for (const [accountId, own] of openOf) {
    let sum = 0;
    for (const { openCents } of own) {
      sum += openCents;
      const known = bySum.get(sum);
      if (known === undefined) bySum.set(sum, new Set([accountId]));
      else known.add(accountId);
    }
  }
  return bySum;
}

const recordedMatch = ({ accountId, receiptId }: UnmatchedReceipt): Match => ({
  accountId,
  why: 'recorded',
  isExact: true,
  shares: [],
  creditCents: 0,
  receiptId,
});

/** A recorded receipt, where its number or company is the line's or nothing else fits; else the best of the others. */
function bestWithRecorded(
  receipts: readonly UnmatchedReceipt[],
  all: readonly Match[],
  text: string,
): Match | null {
  const booking = all.slice(receipts.length);
  const best = bestOf(booking);
  if (receipts.length === 0) return best;
  const words = new Set(text.toLowerCase().split(/[^a-z0-9]+/));
  const fitting = receipts.filter(
    ({ accountId, reference }) =>
      words.has(reference.toLowerCase()) || accountId === best?.accountId || booking.length === 0,
  );
  if (fitting.length === 1) return all.find(({ receiptId }) => receiptId === fitting[0]?.receiptId) ?? null;
  // an amount or a name alone may be the recorded one's as well
  return fitting.length === 0 && (best?.why === 'invoice_number' || best?.why === 'amount_and_name')
    ? best
    : null;
}

/**
 * The match that all else agrees with: the only one by number, or else the only one by amount and name. An amount alone
 * is not proposed where the text names another company, nor a name where the amount is another company's.
 */
function bestOf(all: readonly Match[]): Match | null {
  for (const why of ['invoice_number', 'amount_and_name'] as const) {
    const [best, ...more] = all.filter((one) => one.why === why);
    if (best !== undefined) return more.length === 0 ? best : null;
  }
  const [only, ...more] = all;
  return only === undefined || more.length > 0 || only.why === 'paid_invoice' ? null : only;
}
