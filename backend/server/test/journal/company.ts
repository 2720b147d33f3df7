import {
  type AccountBillingFacts,
  type AccountCommand,
  type AccountEvent,
  type AutoPayTry,
  accountDecider,
  accountStream,
  addPeriods,
  type BankDayCommand,
  type BankLine,
  BOOKS_STREAM,
  type BooksState,
  BusinessRefusal,
  bankDayDecider,
  bankDayStream,
  booksDecider,
  type Charge,
  type Claimant,
  chargesOf,
  closedThrough,
  creditAllocations,
  cutOffOf,
  type Decider,
  ERASED,
  evolveAccountBillingFacts,
  firstDayOf,
  type InvoiceCommand,
  type InvoiceFacts,
  type IssuedInvoice,
  invoiceDecider,
  invoiceIdFor,
  invoiceStream,
  isLateFee,
  movableParts,
  type OrderCommand,
  openAdjustments,
  orderDecider,
  orderStream,
  type PaymentCommand,
  type PayoutCommand,
  type PayoutState,
  type Period,
  type PortalEvent,
  paymentDecider,
  paymentStream,
  payoutDecider,
  payoutStream,
  periodOfDay,
  priceInvoice,
  type ReceiptCommand,
  type ReceiptState,
  receiptDecider,
  receiptStream,
  type StartedPayment,
  stillOpenCents,
  TAX_STREAM,
  taxDecider,
} from '@portal/domain';
import { type Day, sumCents, taxOnCents } from '@portal/domain/values';
import { siteFacts } from '../../../domain/test/billingFixtures.ts';
import { processes } from '../../src/app/reactions.ts';
import type { Execute, Load, PortalEnvelope } from '../../src/kernel/execute.ts';
import { follow } from '../../src/kernel/follow.ts';
import type { LookUp, Process } from '../../src/kernel/process.ts';
import { refuseOnHold } from '../../src/modules/companies/orderHold.ts';

const ACCOUNT = 'a1';
/** Of an order the sites are not made: its money counts here. */
const IN_MEMORY = processes.filter(
  ({ name }) => !['fulfilPaidOrder', 'rejectOrderOfDeletedRequest', 'passOnSitesAndInvoices'].includes(name),
);
const LAST_TRY = 20;

/** For JSON.stringify: revisions are bigints. */
export const inText = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

interface Waiting {
  readonly process: Process;
  readonly envelope: PortalEnvelope;
}

/** A site of one reader, at its own rate. */
const siteAt = (siteId: string, cents: number) =>
  siteFacts(siteId, {
    readers: 1,
    rates: { customRates: [{ cents, effectiveFrom: null, because: siteId }], firstActivation: null },
  });

/**
 * A company's invoices, receipts, card payments and orders in memory, with the processes of the portal, which run when they are told
 * to: an event's consequences may come late and in another order.
 */
export class Company {
  readonly log: PortalEnvelope[] = [];
  readonly #states = new Map<string, unknown>();
  readonly #deciders = new Map<string, Decider<unknown, never, never>>();
  readonly #revisions = new Map<string, bigint>();
  readonly #invoices: string[] = [];
  readonly #payments: string[] = [];
  readonly #orders: string[] = [];
  readonly #payouts: string[] = [];
  readonly #receipts: string[] = [];
  readonly #bankDays = new Set<Day>();
  #facts: AccountBillingFacts | null = null;
  /** What the first invoice of each month was priced with: so is its reissue. */
  readonly #pricedWith = new Map<Period, Pick<InvoiceFacts, 'account' | 'tax'>>();
  /** What each invoice was priced from. */
  readonly #charges = new Map<string, readonly Charge[]>();
  #waiting: Waiting[] = [];
  #ids = 0;
  #time = Date.parse('2026-05-01T12:00:00.000Z');
  /** Commands that were not refused. */
  done = 0;

  constructor() {
    const stream = accountStream(ACCOUNT);
    const open = { type: 'OpenAccount', accountId: ACCOUNT, firstUserId: 'u1', company: {} } as const;
    const before = accountDecider.initialState;
    const events = accountDecider.decide(open, before);
    for (const event of events)
      this.#append(stream, event, { accounts: [ACCOUNT], causationId: null, commandId: 'open' });
    this.#states.set(stream, events.reduce(accountDecider.evolve, before));
    this.#deciders.set(stream, accountDecider as never);
  }

  readonly load: Load = async (stream, decider) => this.#stateOf(stream, decider);

  readonly execute: Execute = async ({ stream, decider, command, context, accounts, causationId = null }) => {
    const before = this.#stateOf(stream, decider);
    const events = decider.decide(command, before);
    const appended = events.map((event) =>
      this.#append(stream, event, { accounts, causationId, commandId: context.id }),
    );
    const state = events.reduce(decider.evolve, before);
    this.#states.set(stream, state);
    this.#deciders.set(stream, decider as never);
    return { appended, state };
  };

  readonly #lookUp: LookUp = {
    billingDay: (instant) => instant.slice(0, 10),
    usersOfAccount: async () => [],
    sitesOfAccount: async () => [],
    invoicesLeavingOver: async () => this.#invoices,
    invoicesToSettle: async () => this.#invoices,
  };

  #append(
    stream: string,
    event: PortalEvent,
    of: {
      readonly accounts: readonly string[];
      readonly causationId: string | null;
      readonly commandId: string;
    },
  ): PortalEnvelope {
    const revision = (this.#revisions.get(stream) ?? -1n) + 1n;
    this.#revisions.set(stream, revision);
    const envelope: PortalEnvelope = {
      id: this.#next('e'),
      stream,
      revision,
      position: String(this.log.length + 1).padStart(12, '0'),
      event,
      metadata: {
        v: 1,
        correlationId: 'test',
        causationId: of.causationId,
        actor: { kind: 'system', id: 'test' },
        commandId: of.commandId,
        recordedAt: new Date(this.#time).toISOString(),
        accounts: [...of.accounts],
      },
    };
    this.#time += 3_600_000;
    this.log.push(envelope);
    if (stream === accountStream(ACCOUNT))
      this.#facts = evolveAccountBillingFacts(this.#facts, event as AccountEvent, envelope.id);
    for (const process of IN_MEMORY)
      if (process.types.includes(event.type)) this.#waiting.push({ process, envelope });
    return envelope;
  }

  #next(prefix: string): string {
    this.#ids += 1;
    return `${prefix}${this.#ids}`;
  }

  #stateOf<State, Command, Event>(stream: string, { initialState }: Decider<State, Command, Event>): State {
    return (this.#states.get(stream) as State | undefined) ?? initialState;
  }

  get today(): string {
    return new Date(this.#time).toISOString().slice(0, 10);
  }

  /** Today, or the day of the last invoice: they may be issued ahead. */
  get lastDay(): Day {
    return [this.today, ...this.invoices.map(({ invoiceDate }) => invoiceDate)].sort().at(-1) ?? this.today;
  }

  wait(days: number): void {
    this.#time += days * 86_400_000;
  }

  get account() {
    const account = this.#stateOf(accountStream(ACCOUNT), accountDecider);
    if (account.status === 'none') throw new Error('The company is open from the start.');
    return account;
  }

  get receipts(): readonly Exclude<ReceiptState, { status: 'none' }>[] {
    return this.#receipts
      .map((id) => this.#stateOf(receiptStream(id), receiptDecider))
      .filter((receipt) => receipt.status !== 'none');
  }

  get bankLines(): readonly BankLine[] {
    return [...this.#bankDays].flatMap((day) => [
      ...this.#stateOf(bankDayStream(day), bankDayDecider).values(),
    ]);
  }

  get invoices(): readonly IssuedInvoice[] {
    return this.#invoices
      .map((id) => this.#stateOf(invoiceStream(id), invoiceDecider))
      .filter((invoice) => invoice.status !== 'none');
  }

  get payments(): readonly StartedPayment[] {
    return this.#payments
      .map((id) => this.#stateOf(paymentStream(id), paymentDecider))
      .filter((payment) => payment.status !== 'none');
  }

  get orders() {
    return this.#orders
      .map((id) => this.#stateOf(orderStream(id), orderDecider))
      .filter((order) => order.status !== 'none');
  }

  get payouts(): readonly Exclude<PayoutState, { status: 'none' }>[] {
    return this.#payouts
      .map((id) => this.#stateOf(payoutStream(id), payoutDecider))
      .filter((payout) => payout.status !== 'none');
  }

  /** What became of payouts, receipts, bank lines and late fees, and how invoices were taxed and paid. */
  get happened(): readonly string[] {
    const lines = this.invoices.flatMap((invoice) => invoice.lines);
    const tried = this.log.flatMap(({ event }) =>
      event.type === 'InvoicePaymentStarted' && event.data.how === 'auto_pay' ? [event.data.invoiceId] : [],
    );
    return [
      ...this.payouts.map(({ status }) => `payout ${status}`),
      ...this.receipts.map(({ status }) => `receipt ${status}`),
      ...this.bankLines
        .filter(({ status }) => status !== 'unmatched')
        .map(({ status }) => `bank line ${status}`),
      ...this.account.charges.flatMap(({ chargeId, status }) =>
        isLateFee(chargeId) ? [`late fee ${status}`] : [],
      ),
      ...lines.flatMap(({ tax }) => (tax ? [tax.exempt ? 'exempt from sales tax' : 'sales tax'] : [])),
      ...tried.map((id, index) => `automatic payment${tried.indexOf(id) < index ? ' tried again' : ''}`),
    ];
  }

  get books(): BooksState {
    return this.#stateOf(BOOKS_STREAM, booksDecider);
  }

  /** Closes the next month, or the one that was over `before` months ago, if none is closed. */
  async closeMonth(before: number): Promise<void> {
    const last = closedThrough(this.books);
    const period = addPeriods(last ?? periodOfDay(this.today), last === null ? -1 - before : 1);
    const figures = { postings: 0, debitCents: 0 };
    const closing = { period, endsAt: cutOffOf(addPeriods(period, 1), 'UTC'), exceptions: [] };
    await this.#run(BOOKS_STREAM, booksDecider, {
      type: 'CloseMonth',
      ...closing,
      live: figures,
      demo: figures,
      today: this.today,
    });
  }

  /** Re-opens the last closed month. */
  async reopenMonth(): Promise<void> {
    const period = closedThrough(this.books);
    if (period !== null)
      await this.#run(BOOKS_STREAM, booksDecider, { type: 'ReopenMonth', period, reason: 'A late check' });
  }

  /** @returns whether it was not refused */
  async #run<State, Command, Event extends PortalEvent>(
    stream: string,
    decider: Decider<State, Command, Event>,
    command: Command,
  ): Promise<boolean> {
    try {
      const context = {
        id: this.#next('c'),
        time: new Date(this.#time).toISOString(),
        actor: { kind: 'system', id: 'test' } as const,
        correlationId: 'test',
      };
      const { appended } = await this.execute({ stream, decider, command, context, accounts: [ACCOUNT] });
      if (appended.length > 0) this.done += 1;
      return true;
    } catch (error) {
      if (error instanceof BusinessRefusal) return false;
      throw error;
    }
  }

  onInvoice = (id: string, command: InvoiceCommand) => this.#run(invoiceStream(id), invoiceDecider, command);
  onPayment = (id: string, command: PaymentCommand) => this.#run(paymentStream(id), paymentDecider, command);
  onOrder = (id: string, command: OrderCommand) => this.#run(orderStream(id), orderDecider, command);

  onAccount = (command: AccountCommand) => this.#run(accountStream(ACCOUNT), accountDecider, command);

  onBankDay = (day: Day, command: BankDayCommand) => {
    this.#bankDays.add(day);
    return this.#run(bankDayStream(day), bankDayDecider, command);
  };

  onReceipt = (id: string, command: ReceiptCommand) => {
    if (!this.#receipts.includes(id)) this.#receipts.push(id);
    return this.#run(receiptStream(id), receiptDecider, command);
  };

  onPayout = (id: string, command: PayoutCommand) => this.#run(payoutStream(id), payoutDecider, command);

  /** Pays credit of a mode out by check. `accountIsDemo`: the company's present mode. */
  async payOut(
    amountCents: number,
    of: { readonly isDemo: boolean; readonly accountIsDemo: boolean },
  ): Promise<void> {
    const payoutId = this.#next('o');
    const today = this.lastDay;
    const done = await this.onPayout(payoutId, {
      type: 'RequestPayout',
      payoutId,
      accountId: ACCOUNT,
      method: 'check',
      amountCents,
      paidOn: today,
      reference: payoutId,
      reason: 'Asked for',
      ...of,
      invoices: this.invoices,
      today,
    });
    if (done) this.#payouts.push(payoutId);
  }

  /** Runs one process that waits. @returns false for none */
  async react(index: number): Promise<boolean> {
    const [waiting] = this.#waiting.splice(index % Math.max(1, this.#waiting.length), 1);
    if (waiting === undefined) return false;
    await this.#follow(waiting, 1);
    return true;
  }

  async #follow({ process, envelope }: Waiting, tries: number): Promise<void> {
    try {
      await follow(process, envelope, { execute: this.execute, load: this.load, lookUp: this.#lookUp });
    } catch (error) {
      // its follower tries again
      if (!(error instanceof BusinessRefusal) || tries > LAST_TRY) throw error;
      this.#waiting.push({ process, envelope });
    }
  }

  /** Runs all processes, and pays open invoices by credit as the job does. */
  async settle(): Promise<void> {
    for (let allocated = true, rounds = 0; allocated; rounds += 1) {
      if (rounds > 100) throw new Error('The processes answer each other without end.');
      for (let tries = 0; this.#waiting.length > 0; tries += 1) {
        const [next] = this.#waiting.splice(0, 1);
        if (next !== undefined) await this.#follow(next, tries > 5_000 ? LAST_TRY + 1 : 1);
      }
      const allocations = creditAllocations(this.invoices);
      allocated = allocations.length > 0;
      for (const { fromInvoiceId, ...allocation } of allocations) {
        const allocationId = this.#next('x');
        await this.onInvoice(fromInvoiceId, { type: 'AllocateInvoiceCredit', allocationId, ...allocation });
      }
    }
  }

  /** The month of the next invoice. */
  get nextPeriod(): Period {
    const count = new Set(this.#invoices.map((id) => id.split('_')[1])).size;
    return `20${26 + Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`;
  }

  /** What the invoice of a month is priced with: rates of its 1st, and the one-off charges that wait. */
  async #factsFor(period: Period, taxRate: number): Promise<Pick<InvoiceFacts, 'account' | 'tax'>> {
    const from = firstDayOf(period);
    for (const [state, rate] of [
      ['TX', taxRate],
      ['NY', Math.trunc(taxRate / 2)],
    ] as const) {
      const set = {
        type: 'SetTaxRate',
        state,
        rate,
        from,
        reason: 'As the state says',
        today: from,
      } as const;
      await this.#run(TAX_STREAM, taxDecider, set);
    }
    const rates = this.#stateOf(TAX_STREAM, taxDecider);
    const charges = this.#facts?.charges?.map((charge) => ({ ...charge, period }));
    return {
      account: this.#facts && { ...this.#facts, charges },
      tax:
        Object.keys(rates).length === 0
          ? undefined
          : { rates, siteStates: { s1: 'TX', s2: 'NY' }, companyState: 'TX' },
    };
  }

  /** Records what an invoice took of the one-off charges, as the job does. */
  async #settleCharges({ invoiceId, lines }: Pick<IssuedInvoice, 'invoiceId' | 'lines'>): Promise<void> {
    for (const { chargeId, period, because } of this.#facts?.charges ?? []) {
      const own = lines.filter((line) => line.because.includes(because));
      const billed = { invoiceId, amountCents: sumCents(own.map(({ amountCents }) => amountCents)) };
      await this.onAccount({ type: 'SettleOneOffCharge', chargeId, period, billed, today: this.today });
    }
  }

  /**
   * Issues the next month's invoice, or a voided one again; it takes over what the others left. Cents of its line; one in
   * three has a site in another state.
   */
  async issue(
    cents: number,
    isDemo: boolean,
    again: IssuedInvoice | undefined,
    taxRate: number,
  ): Promise<void> {
    const period = again?.period ?? this.nextPeriod;
    const issue = again === undefined ? 1 : this.invoices.filter((one) => one.period === period).length + 1;
    const invoiceId = invoiceIdFor({ accountId: ACCOUNT, period, issue });
    const facts = this.#pricedWith.get(period) ?? (await this.#factsFor(period, taxRate));
    this.#pricedWith.set(period, facts);
    const of: InvoiceFacts = {
      ...facts,
      period,
      account: facts.account && { ...facts.account, isDemo },
      sites: [
        siteAt('s1', cents),
        ...(cents > 60 && cents % 3 === 1 ? [siteAt('s2', Math.ceil(cents / 3))] : []),
      ],
      open: openAdjustments(this.invoices, invoiceId, isDemo),
    };
    const priced = priceInvoice(of);
    if (priced.outcome === 'skipped') throw new Error('A company with a site has an invoice.');
    for (const { invoiceId: from, creditId, amountCents } of priced.adjustments) {
      const done = await this.onInvoice(
        from,
        creditId === null
          ? { type: 'CarryInvoice', toInvoiceId: invoiceId }
          : { type: 'ApplyInvoiceCredit', creditId, toInvoiceId: invoiceId, amountCents: -amountCents },
      );
      if (!done) return;
    }
    const isIssued = await this.onInvoice(invoiceId, {
      type: 'IssueInvoice',
      invoiceId,
      invoiceNumber: `INV-${period.replace('-', '')}-${String(issue).padStart(4, '0')}`,
      priced,
      invoiceDate: firstDayOf(period),
      billTo: { company: null, name: null, address: null, city: null, state: null, zip: null, email: null },
      proof: { cutSeq: 1, chainHash: 'ab12', basis: [] },
      replaces: again === undefined ? null : { invoiceId: again.invoiceId, status: again.status },
    });
    if (!this.#invoices.includes(invoiceId)) this.#invoices.push(invoiceId);
    if (of.account !== null) this.#charges.set(invoiceId, chargesOf({ ...of, account: of.account }));
    if (isIssued && issue === 1) await this.#settleCharges({ invoiceId, lines: priced.lines });
  }

  /** Lowers the rate of a paid invoice's first site, or adds a line below $0.00, and gives the difference back. */
  async correct(invoiceId: string, cents: number, by: 'rate' | 'line', isCredit: boolean): Promise<void> {
    const id = this.#next('n');
    const refund = { by: 'refund', id, method: 'check', refundedOn: this.lastDay, reference: id } as const;
    const change =
      by === 'rate'
        ? ({ kind: 'rate', siteId: 's1', rateCents: cents } as const)
        : ({ kind: 'line', name: 'Waived', amountCents: -cents } as const);
    await this.onInvoice(invoiceId, {
      type: 'CorrectInvoice',
      corrections: [{ ...change, reason: 'Agreed' }],
      charges: this.#charges.get(invoiceId) ?? [],
      settlement: isCredit ? { by: 'credit', id } : refund,
      reason: null,
    });
  }

  /** Begins a card payment of the open amounts, or at most `partCents` of each invoice, or of an order. */
  async startPayment(
    claimants: readonly Claimant[],
    livemode: boolean,
    { partCents = Infinity, auto }: { readonly partCents?: number; readonly auto?: AutoPayTry } = {},
  ): Promise<void> {
    const attemptId = this.#next('p');
    const how = auto === undefined ? 'card_form' : 'auto_pay';
    const shares: { kind: Claimant['kind']; id: string; amountCents: number }[] = [];
    for (const { kind, id } of claimants) {
      const started =
        kind === 'order'
          ? await this.onOrder(id, { type: 'StartOrderPayment', attemptId })
          : await this.onInvoice(id, { type: 'StartInvoicePayment', attemptId, how, auto });
      if (!started) continue;
      const order = this.orders.find(({ orderId }) => orderId === id);
      const invoice = this.invoices.find(({ invoiceId }) => invoiceId === id);
      const amountCents =
        kind === 'order' ? order?.totalCents : invoice && Math.min(stillOpenCents(invoice), partCents);
      shares.push({ kind, id, amountCents: amountCents ?? 0 });
    }
    const amountCents = shares.reduce((sum, share) => sum + share.amountCents, 0);
    if (shares.length === 0) return;
    this.#payments.push(attemptId);
    await this.onPayment(attemptId, {
      type: 'StartPayment',
      attemptId,
      accountId: ACCOUNT,
      userId: null,
      amountCents,
      livemode,
      how,
      shares,
    });
  }

  /** Places an order for one site, unless the company's orders are on hold. */
  async placeOrder(cents: number, taxRate: number): Promise<void> {
    try {
      await refuseOnHold(this, ACCOUNT);
    } catch (error) {
      if (error instanceof BusinessRefusal) return;
      throw error;
    }
    const taxCents = taxOnCents(cents, taxRate);
    const totalCents = cents + taxCents;
    const orderId = this.#next('o');
    this.#orders.push(orderId);
    const event: PortalEvent = {
      type: 'OrderPlaced',
      data: {
        orderId,
        accountId: ACCOUNT,
        userId: 'u1',
        entries: [{ id: `site-of-${orderId}`, name: 'Site', priceCents: totalCents, kind: 'site' }],
        forms: ERASED,
        items: [
          { name: 'Panels', priceCents: cents },
          { name: 'Tax', priceCents: taxCents },
        ],
        totalCents,
        taxCents,
        taxes: [{ state: 'NY', rate: taxRate, taxableCents: cents, taxCents }],
        placedOn: this.today,
      },
    };
    const stream = orderStream(orderId);
    this.#append(stream, event, { accounts: [ACCOUNT], causationId: null, commandId: orderId });
    this.#states.set(stream, orderDecider.evolve(this.#stateOf(stream, orderDecider), event as never));
    this.#deciders.set(stream, orderDecider as never);
  }

  /** Streams whose events, as they are stored, do not fold to the state that the commands saw. */
  notReplayed(): readonly string[] {
    const states = new Map([...this.#deciders].map(([stream, { initialState }]) => [stream, initialState]));
    for (const { stream, event } of JSON.parse(JSON.stringify(this.log, inText)) as PortalEnvelope[])
      states.set(stream, this.#deciders.get(stream)?.evolve(states.get(stream), event as never));
    const isOther = (stream: string) =>
      JSON.stringify(states.get(stream)) !== JSON.stringify(this.#states.get(stream));
    return [...states.keys()].filter(isOther);
  }

  newId(): string {
    return this.#next('n');
  }

  /** A payment or credit of the invoice is moved to another one. */
  async move(from: IssuedInvoice, nth: number, to: IssuedInvoice, cents: number): Promise<void> {
    const parts = movableParts(from).filter(({ amountCents }) => amountCents > 0);
    const part = parts[nth % Math.max(1, parts.length)];
    if (part === undefined) return;
    const endOf = (one: IssuedInvoice) => ({
      invoiceId: one.invoiceId,
      invoiceNumber: one.invoiceNumber,
      accountId: one.accountId,
      isDemo: one.isDemo,
      isBeingPaid: one.openAttempt !== null,
    });
    const openCents = to.status === 'open' ? stillOpenCents(to) : 0;
    const command = {
      moveId: this.newId(),
      amountCents: Math.min(cents, part.amountCents, openCents),
      to: { ...endOf(to), openCents },
      reason: 'Moved',
      today: this.today,
    };
    if (part.kind === 'payment') {
      await this.onInvoice(from.invoiceId, { type: 'MoveInvoicePayment', paymentId: part.id, ...command });
      return;
    }
    const { creditId, allocationId, amountCents: movableCents } = part;
    await this.onInvoice(part.fromInvoiceId, {
      type: 'MoveInvoiceCredit',
      creditId,
      from: { ...endOf(from), allocationId, movableCents },
      ...command,
    });
  }
}
