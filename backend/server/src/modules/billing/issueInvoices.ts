import {
  type BillTo,
  BusinessRefusal,
  type InvoiceCommand,
  type InvoiceNumbersState,
  type InvoicePricing,
  type InvoiceProof,
  type IssuedInvoice,
  invoiceDecider,
  invoiceNumberOf,
  invoiceNumbersDecider,
  invoiceNumbersStream,
  invoiceStream,
  nextPart,
  onInvoice,
  type Period,
  type PricedInvoice,
  partsOf,
} from '@portal/domain';
import { mapValues } from '@portal/domain/values';
import {
  type AccountRow,
  accountsByIds,
  type Queryable,
  type UserRow,
  usersByIds,
} from '@portal/projections';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { PortalEnvelope } from '../../kernel/execute.ts';
import { inParallel } from '../../kernel/inParallel.ts';
import { issued } from '../invoices/module.ts';
import { type InvoiceCut, pricedNow } from './cut.ts';
import type { BillingPorts } from './ports.ts';
import { type PricedAccount, priceAccounts } from './priceAccounts.ts';

/**
 * Bill To blocks by account: the current recipient (rule B19), or the company if there is none. Missing or erased values are null and show as N/A.
 * Freshness: `users`, `accounts`.
 */
async function billToOf(
  db: Queryable,
  invoices: readonly InvoiceToIssue[],
  today: string,
): Promise<ReadonlyMap<string, BillTo>> {
  const [users, accounts] = await Promise.all([
    usersByIds(
      db,
      invoices.flatMap(({ priced }) => priced.recipientId ?? []),
      today,
    ),
    accountsByIds(
      db,
      invoices.map(({ accountId }) => accountId),
      today,
    ),
  ]);
  const userOf = new Map(users.map((user) => [user.id, user]));
  const accountOf = new Map(accounts.map((account) => [account.id, account]));
  return new Map(
    invoices.map(({ accountId, priced }) => [
      accountId,
      blockOf(userOf.get(priced.recipientId ?? ''), accountOf.get(accountId)),
    ]),
  );
}

function blockOf(recipient: UserRow | undefined, ofAccount: AccountRow | undefined): BillTo {
  const [user, account] = [readable(recipient), readable(ofAccount)];
  const {
    name: userName,
    address,
    city,
    state,
    zip,
    email,
  } = recipient !== undefined
    ? { ...user }
    : {
        address: account?.company_address,
        city: account?.company_city,
        state: account?.company_state,
        zip: account?.company_zip,
        email: account?.company_email,
      };
  const name = account?.billing_contact?.trim() || userName;
  const poNumber = account?.po_number?.trim() ?? '';
  const company = account?.company_name?.trim() || user?.company;
  const texts = mapValues(
    { company, name, address, city, state, zip, email },
    (text) => text?.trim() || null,
  );
  return { ...texts, ...(poNumber !== '' && { poNumber }) };
}

const readable = <R extends { readonly erased: boolean }>(row: R | undefined) =>
  row?.erased ? undefined : row;

/** Enough to fill the event store's batches. */
const ISSUES_AT_ONCE = 64;

/** Attempts to price an invoice whose credits were used concurrently. */
const PRICINGS = 3;

export interface InvoiceToIssue extends PricedAccount {
  readonly priced: PricedInvoice;
  readonly invoiceDate: string;
  /** The invoice that a reissue replaces. */
  readonly replaces: { readonly invoiceId: string; readonly status: string } | null;
}

interface Issued {
  readonly invoice: IssuedInvoice;
  /** Events of its issue and of what it took over, also if another run appended them. */
  readonly appended: readonly PortalEnvelope[];
}

/**
 * Issues invoices of one period, each in its own stream with a number of the month. The number settles as of which
 * event an invoice is priced (docs/adr/0020), so concurrent issuers get the same figures. Amounts from earlier
 * invoices are claimed first. Idempotent: existing invoices are left alone.
 * @param cut invoices are priced from
 * @param invoices all priced as of the same event
 * @param context each invoice's commands derive from the invoice's id
 * @throws BusinessRefusal conflict if a claim fails repeatedly
 */
export async function issueInvoices(
  ports: BillingPorts,
  period: Period,
  cut: InvoiceCut,
  invoices: readonly InvoiceToIssue[],
  context: CommandContext,
  reason?: string,
): Promise<readonly Issued[]> {
  if (invoices.length === 0) return [];
  const [numbers, billTo] = await Promise.all([
    numbersFor(ports, period, invoices, context),
    billToOf(ports.db, invoices, ports.commands.billingDay(context.time)),
  ]);
  return inParallel(invoices, ISSUES_AT_ONCE, async (invoice) => {
    const { invoiceId, accountId } = invoice;
    const invoiceNumber = invoiceNumberOf(numbers, period, invoiceId);
    const pricing = numbers.pricings.get(invoiceId);
    const addressee = billTo.get(accountId);
    if (invoiceNumber === null || pricing === undefined || addressee === undefined) {
      throw new Error(`Invoice ${invoiceId} has no number, no pricing or no addressee.`);
    }
    return issue(ports, cut, invoice, { invoiceNumber, pricing, billTo: addressee }, context, reason);
  });
}

async function issue(
  ports: BillingPorts,
  cut: InvoiceCut,
  invoice: InvoiceToIssue,
  given: { readonly invoiceNumber: string; readonly pricing: InvoicePricing; readonly billTo: BillTo },
  context: CommandContext,
  reason: string | undefined,
): Promise<Issued> {
  const { commands } = ports;
  const { invoiceId, accountId, invoiceDate, replaces } = invoice;
  const { invoiceNumber, billTo } = given;
  const before: PortalEnvelope[] = [];
  let { pricing } = given;
  for (let pricings = 1; ; pricings += 1) {
    const { priced, proof } = isAsOf(invoice, pricing)
      ? invoice
      : await pricedAsOf(ports, cut, invoice, pricing);
    before.push(...(await draftLines(ports, invoiceId, priced, proof, context)));
    if (priced.adjustments.length > 0) {
      // adjustments taken after the issue would be lost
      const known = await commands.load(invoiceStream(invoiceId), invoiceDecider);
      if (known.status !== 'none') return { invoice: known, appended: before };
      const { taken, refusal } = await takeOver(ports, invoiceId, priced, context);
      before.push(...taken);
      if (refusal !== null) {
        if (pricings === PRICINGS) throw refusal;
        pricing = await priceAnew(ports, invoice, pricing, context);
        continue;
      }
    }
    const { appended, state } = await commands.execute({
      ...onInvoice(invoiceId, accountId),
      command: {
        type: 'IssueInvoice',
        invoiceId,
        invoiceNumber,
        priced,
        invoiceDate,
        billTo,
        proof: { ...proof, pricedAnew: pricing.seq !== pricing.firstSeq },
        replaces,
      },
      context: { ...context, id: idOf(invoiceId, priced, 'issue') },
      reason,
      expectsNew: true,
    });
    return { invoice: issued(state), appended: [...before, ...appended] };
  }
}

const isAsOf = ({ proof: { pricedSeq } }: InvoiceToIssue, { firstSeq, seq }: InvoicePricing) =>
  pricedSeq === seq && pricedSeq === firstSeq;

async function pricedAsOf(
  ports: BillingPorts,
  cut: InvoiceCut,
  { accountId, priced: { period }, source }: InvoiceToIssue,
  { seq }: InvoicePricing,
) {
  const [again] = await priceAccounts(ports, period, cut, [source], seq);
  // credits never decide whether there is an invoice
  if (again?.priced.outcome !== 'priced') throw new Error(`Account ${accountId} was priced.`);
  return { priced: again.priced, proof: again.proof };
}

/**
 * Appends the lines that do not fit into `InvoiceIssued`, one append per part (docs/adr/0023). They do not count
 * before the invoice is issued. An interrupted draft is continued.
 */
async function draftLines(
  { commands }: BillingPorts,
  invoiceId: string,
  priced: PricedInvoice,
  { basis }: InvoiceProof,
  context: CommandContext,
): Promise<readonly PortalEnvelope[]> {
  const { accountId, lines } = priced;
  const [, ...further] = partsOf({ lines, basis });
  const drafted: PortalEnvelope[] = [];
  if (further.length === 0) return drafted;
  let state = await commands.load(invoiceStream(invoiceId), invoiceDecider);
  while (state.status === 'none') {
    const next = nextPart(state.drafted, further);
    const part = next === null ? undefined : further[next.part - 1];
    if (next === null || part === undefined) break;
    // different drafts must not share event ids
    const name = `lines ${next.draft}.${next.part} ${JSON.stringify(part)}`;
    const done = await commands.execute({
      ...onInvoice(invoiceId, accountId),
      command: { type: 'DraftInvoiceLines', invoiceId, accountId, ...next, ...part },
      context: { ...context, id: idOf(invoiceId, priced, name) },
    });
    drafted.push(...done.appended);
    state = done.state;
  }
  return drafted;
}

/**
 * Claims the adjustments of an invoice from earlier ones; idempotent. Stops with `refusal` at one that was used
 * elsewhere; those before it are taken.
 */
async function takeOver(
  { commands }: BillingPorts,
  invoiceId: string,
  priced: PricedInvoice,
  context: CommandContext,
): Promise<{ readonly taken: readonly PortalEnvelope[]; readonly refusal: BusinessRefusal | null }> {
  const { accountId, adjustments } = priced;
  const taken: PortalEnvelope[] = [];
  for (const { invoiceId: from, creditId, amountCents } of adjustments) {
    const command: InvoiceCommand =
      creditId === null
        ? { type: 'CarryInvoice', toInvoiceId: invoiceId }
        : { type: 'ApplyInvoiceCredit', creditId, toInvoiceId: invoiceId, amountCents: -amountCents };
    try {
      const { appended } = await commands.execute({
        ...onInvoice(from, accountId),
        command,
        context: { ...context, id: idOf(invoiceId, priced, creditId ?? `carry ${from}`) },
      });
      taken.push(...appended);
    } catch (error) {
      if (error instanceof BusinessRefusal) return { taken, refusal: error };
      throw error;
    }
  }
  return { taken, refusal: null };
}

/** Chooses another event as of which the invoice is priced: the log's end, or what a concurrent issuer chose. */
async function priceAnew(
  ports: BillingPorts,
  { invoiceId, priced: { period } }: InvoiceToIssue,
  { seq: insteadOf }: InvoicePricing,
  context: CommandContext,
): Promise<InvoicePricing> {
  const pricedSeq = await pricedNow(ports);
  const { state } = await ports.commands.execute({
    stream: invoiceNumbersStream(period),
    decider: invoiceNumbersDecider,
    command: { type: 'PriceInvoiceAnew', period, invoiceId, insteadOf, pricedSeq },
    context: { ...context, id: deriveId(context, `price ${invoiceId} as of ${pricedSeq}`) },
    accounts: [],
  });
  const pricing = state.pricings.get(invoiceId);
  if (pricing === undefined) throw new Error(`Invoice ${invoiceId} was never priced.`);
  return pricing;
}

/** The same in every run, so that concurrent workers append the same event. */
const idOf = (invoiceId: string, { period }: PricedInvoice, name: string) =>
  deriveId({ id: `invoice/${invoiceId}`, time: `${period}-01T00:00:00.000Z` }, name);

/**
 * Assigns these invoices numbers of the month and the event as of which each is priced, in one event. Existing ones stay
 * (rule B27).
 */
async function numbersFor(
  { commands }: BillingPorts,
  period: Period,
  invoices: readonly InvoiceToIssue[],
  context: CommandContext,
): Promise<InvoiceNumbersState> {
  const invoiceIds = invoices.map(({ invoiceId }) => invoiceId);
  const pricedSeq = Math.min(...invoices.map(({ proof }) => proof.pricedSeq));
  const { state } = await commands.execute({
    stream: invoiceNumbersStream(period),
    decider: invoiceNumbersDecider,
    command: { type: 'AssignInvoiceNumbers', period, invoiceIds, pricedSeq },
    context: { ...context, id: deriveId(context, `numbers ${period} ${invoiceIds.join(' ')}`) },
    accounts: [],
  });
  return state;
}
