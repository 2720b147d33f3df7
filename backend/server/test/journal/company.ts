import {
  addPeriods,
  adjust,
  BOOKS_STREAM,
  type BooksState,
  BusinessRefusal,
  billedLines,
  booksDecider,
  type Claimant,
  closedThrough,
  creditAllocations,
  cutOffOf,
  type Decider,
  ERASED,
  type InvoiceCommand,
  type IssuedInvoice,
  invoiceDecider,
  invoiceIdFor,
  invoiceStream,
  movableParts,
  type OrderCommand,
  openAdjustments,
  orderDecider,
  orderStream,
  type PaymentCommand,
  type PayoutCommand,
  type PayoutState,
  type PortalEvent,
  paymentDecider,
  paymentStream,
  payoutDecider,
  payoutStream,
  periodOfDay,
  type StartedPayment,
  stillOpenCents,
  taxOfLines,
} from '@portal/domain';
import { sumCents, taxOnCents } from '@portal/domain/values';
import { processes } from '../../src/app/reactions.ts';
import type { Execute, Load, PortalEnvelope } from '../../src/kernel/execute.ts';
import { follow } from '../../src/kernel/follow.ts';
import type { LookUp, Process } from '../../src/kernel/process.ts';

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

/**
 * A company's invoices, card payments and orders in memory, with the processes of the portal, which run when they are told
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
  #waiting: Waiting[] = [];
  #ids = 0;
  #time = Date.parse('2026-05-01T12:00:00.000Z');
  /** Commands that were not refused. */
  done = 0;

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

  onPayout = (id: string, command: PayoutCommand) => this.#run(payoutStream(id), payoutDecider, command);

  /** Pays credit of a mode out by check. `accountIsDemo`: the company's present mode. */
  async payOut(
    amountCents: number,
    of: { readonly isDemo: boolean; readonly accountIsDemo: boolean },
  ): Promise<void> {
    const payoutId = this.#next('o');
    // invoices may be issued ahead
    const [today = this.today] = [this.today, ...this.invoices.map(({ invoiceDate }) => invoiceDate)]
      .sort()
      .reverse();
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

  /** Issues the next month's invoice, or a voided one again; it takes over what the others left. Cents of its line. */
  async issue(
    cents: number,
    isDemo: boolean,
    again: IssuedInvoice | undefined,
    taxRate: number,
  ): Promise<void> {
    const count = new Set(this.#invoices.map((id) => id.split('_')[1])).size;
    const period =
      again?.period ?? `20${26 + Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`;
    const issue = again === undefined ? 1 : this.invoices.filter((one) => one.period === period).length + 1;
    const invoiceId = invoiceIdFor({ accountId: ACCOUNT, period, issue });
    const line = { siteId: 's1', name: 'Site', readers: 1, rateCents: cents, amountCents: cents };
    const rate = { rate: taxRate, from: '2026-01-01', because: 'tax' };
    const lines = billedLines([
      {
        billed: true,
        line: { ...line, source: 'account', because: [], taxState: 'TX' },
        tax: taxRate === 0 ? undefined : { ...rate, state: 'TX' },
      },
    ]);
    const chargesCents = sumCents(lines.map(({ amountCents }) => amountCents));
    const adjustments = adjust(chargesCents, openAdjustments(this.invoices, invoiceId, isDemo));
    for (const { invoiceId: from, creditId, amountCents } of adjustments) {
      const done = await this.onInvoice(
        from,
        creditId === null
          ? { type: 'CarryInvoice', toInvoiceId: invoiceId }
          : { type: 'ApplyInvoiceCredit', creditId, toInvoiceId: invoiceId, amountCents: -amountCents },
      );
      if (!done) return;
    }
    await this.onInvoice(invoiceId, {
      type: 'IssueInvoice',
      invoiceId,
      invoiceNumber: `INV-${period.replace('-', '')}-${String(issue).padStart(4, '0')}`,
      priced: {
        outcome: 'priced',
        period,
        accountId: ACCOUNT,
        recipientId: null,
        isDemo,
        lines,
        adjustments,
        taxCents: taxOfLines(lines),
        totalCents: chargesCents + adjustments.reduce((sum, { amountCents }) => sum + amountCents, 0),
        policyVersion: 2,
      },
      invoiceDate: `${period}-01`,
      billTo: { company: null, name: null, address: null, city: null, state: null, zip: null, email: null },
      proof: { cutSeq: 1, chainHash: 'ab12', basis: [] },
      replaces: again === undefined ? null : { invoiceId: again.invoiceId, status: again.status },
    });
    if (!this.#invoices.includes(invoiceId)) this.#invoices.push(invoiceId);
  }

  /** Begins a card payment of the open amounts, or at most `partCents` of each invoice, or of an order. */
  async startPayment(claimants: readonly Claimant[], livemode: boolean, partCents = Infinity): Promise<void> {
    const attemptId = this.#next('p');
    const shares: { kind: Claimant['kind']; id: string; amountCents: number }[] = [];
    for (const { kind, id } of claimants) {
      const started =
        kind === 'order'
          ? await this.onOrder(id, { type: 'StartOrderPayment', attemptId })
          : await this.onInvoice(id, { type: 'StartInvoicePayment', attemptId, how: 'card_form' });
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
      how: 'card_form',
      shares,
    });
  }

  /** Places an order for one site. */
  placeOrder(cents: number, taxRate: number): void {
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
