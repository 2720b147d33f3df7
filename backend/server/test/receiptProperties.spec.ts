import {
  type InvoiceCommand,
  type IssuedInvoice,
  invoiceDecider,
  invoiceIdFor,
  invoiceStream,
  isRecorded,
  onInvoice,
  onReceipt,
  type ReceiptCommand,
  receiptDecider,
  receiptStream,
  receivedCents,
  recordIdOf,
  standingPayments,
  stillOpenCents,
  toRepayCents,
  unusedCreditCents,
} from '@portal/domain';
import { sumCents } from '@portal/domain/values';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { memoryPorts } from './support/memoryPorts.ts';

const ACCOUNT = 'a1';
const PERIODS = ['2026-01', '2026-02', '2026-03', '2026-04'];
const TOTALS = [20_000, 9_100, 5_000, 40_000];
const TODAY = '2026-06-10';
const NOW = `${TODAY}T10:00:00.000Z`;

const line = (cents: number) =>
  ({
    siteId: 's1',
    name: 'Pier',
    readers: 1,
    rateCents: cents,
    amountCents: cents,
    source: 'account',
    because: ['e1'],
  }) as const;

/** A company with open invoices, and receipts over them. */
class Company {
  readonly #memory = memoryPorts();
  readonly ids = PERIODS.map((period) => invoiceIdFor({ accountId: ACCOUNT, period, issue: 1 }));
  /** Receipts that stand, in cents. */
  readonly standing = new Map<string, number>();
  readonly receipts: string[] = [];
  /** Events whose processes have not run yet, as after a crash. */
  readonly #unfinished: Parameters<ReturnType<typeof memoryPorts>['ports']['followUp']>[0][number][] = [];
  #count = 0;

  async issue(): Promise<void> {
    for (const [index, period] of PERIODS.entries()) {
      await this.#invoice(this.ids[index] as string, {
        type: 'IssueInvoice',
        invoiceId: this.ids[index] as string,
        invoiceNumber: `INV-${period.replace('-', '')}-0001`,
        priced: {
          outcome: 'priced',
          period,
          accountId: ACCOUNT,
          recipientId: null,
          isDemo: false,
          lines: [line(TOTALS[index] as number)],
          adjustments: [],
          totalCents: TOTALS[index] as number,
          policyVersion: 2,
        },
        invoiceDate: `${period}-01`,
        billTo: { company: null, name: null, address: null, city: null, state: null, zip: null, email: null },
        proof: { cutSeq: 1, chainHash: 'ab12', basis: [] },
        replaces: null,
      });
    }
  }

  async #invoice(id: string, command: InvoiceCommand): Promise<void> {
    const { ports, command: context } = this.#memory;
    const { appended } = await ports.execute({ ...onInvoice(id, ACCOUNT), command, context: context(NOW) });
    await ports.followUp(appended);
  }

  async #receipt(id: string, command: ReceiptCommand, breaksOff: boolean): Promise<void> {
    const { ports, command: context } = this.#memory;
    const { appended } = await ports.execute({ ...onReceipt(id, ACCOUNT), command, context: context(NOW) });
    if (breaksOff) this.#unfinished.push(...appended);
    else await ports.followUp(appended);
  }

  async read(id: string): Promise<IssuedInvoice> {
    const invoice = await this.#memory.ports.load(invoiceStream(id), invoiceDecider);
    if (invoice.status === 'none') throw new Error(`${id} is not there`);
    return invoice;
  }

  all = (): Promise<readonly IssuedInvoice[]> => Promise.all(this.ids.map((id) => this.read(id)));

  /** @param invoices as they were read, maybe a while ago */
  async record(
    invoices: readonly IssuedInvoice[],
    cents: readonly number[],
    breaksOff: boolean,
  ): Promise<void> {
    this.#count += 1;
    const receiptId = `r${this.#count}`;
    const shares = invoices.map((invoice, index) => ({ invoice, amountCents: cents[index] ?? 1 }));
    const amountCents = sumCents(shares.map((share) => share.amountCents));
    const over = shares.map((share) =>
      Math.max(0, share.amountCents - (share.invoice.status === 'open' ? stillOpenCents(share.invoice) : 0)),
    );
    await this.#receipt(
      receiptId,
      {
        type: 'RecordReceipt',
        receiptId,
        accountId: ACCOUNT,
        method: 'check',
        amountCents,
        receivedOn: TODAY,
        reference: receiptId,
        reason: null,
        isDemo: false,
        shares,
        creditCents: sumCents(over),
        today: TODAY,
      },
      breaksOff,
    );
    this.receipts.push(receiptId);
    this.standing.set(receiptId, amountCents);
  }

  async reverse(receiptId: string, breaksOff: boolean): Promise<void> {
    await this.#receipt(receiptId, { type: 'ReverseReceipt', reason: 'It bounced', today: TODAY }, breaksOff);
    this.standing.delete(receiptId);
  }

  void = (id: string) => this.#invoice(id, { type: 'VoidInvoice', reason: null });

  /** What the followers do after a crash. */
  async finish(): Promise<void> {
    await this.#memory.ports.followUp(this.#unfinished.splice(0));
  }

  async expectExact(): Promise<void> {
    const invoices = await this.all();
    const receipts = sumCents(this.standing.values());
    expect(sumCents(invoices.map(receivedCents))).toBe(receipts);
    const settled = invoices.map((invoice) =>
      invoice.status === 'voided' ? -toRepayCents(invoice) : invoice.totalCents - stillOpenCents(invoice),
    );
    const credit = invoices.map(unusedCreditCents);
    expect(sumCents(settled) + sumCents(credit)).toBe(receipts);
    const payments = invoices.flatMap(({ invoiceId, payments: all }) =>
      standingPayments(all)
        .filter(isRecorded)
        .map(({ id, amountCents }) => [invoiceId, id, amountCents]),
    );
    const expected = await Promise.all(
      [...this.standing.keys()].map(async (id) => {
        const receipt = await this.#memory.ports.load(receiptStream(id), receiptDecider);
        if (receipt.status !== 'recorded') throw new Error(`${id} does not stand`);
        return receipt.shares.map((share) => [
          share.invoiceId,
          recordIdOf(id, share.invoiceId),
          share.amountCents,
        ]);
      }),
    );
    expect(payments.sort()).toEqual(expected.flat().sort());
    // no invoice asks for money that another one keeps as credit
    const isOwed = invoices.some((invoice) => invoice.status === 'open' && stillOpenCents(invoice) > 0);
    if (isOwed) expect(sumCents(credit)).toBe(0);
  }
}

const which = fc.nat({ max: 9 });
const cents = fc.array(fc.integer({ min: 1, max: 30_000 }), { minLength: 4, maxLength: 4 });
const breaksOff = fc.boolean();
const act = fc.oneof(
  {
    arbitrary: fc.record({
      kind: fc.constant('record' as const),
      some: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
      cents,
      /** As they were read before the act before. */
      isStale: fc.boolean(),
      breaksOff,
    }),
    weight: 5,
  },
  { arbitrary: fc.record({ kind: fc.constant('reverse' as const), which, breaksOff }), weight: 3 },
  fc.record({ kind: fc.constant('void' as const), which }),
  fc.record({ kind: fc.constant('finish' as const) }),
);

// Proves I38-receipts-2
it('loses no cent of receipts, however they meet reversals, voids and crashes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
      const company = new Company();
      await company.issue();
      let before = await company.all();
      for (const one of acts) {
        const now = await company.all();
        try {
          if (one.kind === 'record') {
            const seen = one.isStale ? before : now;
            const some = one.some.flatMap((index) => seen[index] ?? []);
            await company.record(some, one.cents, one.breaksOff);
          }
          const receipt =
            'which' in one ? company.receipts[one.which % Math.max(1, company.receipts.length)] : '';
          if (one.kind === 'reverse' && receipt) await company.reverse(receipt, one.breaksOff);
          if (one.kind === 'void') await company.void(company.ids[one.which % 4] as string);
          if (one.kind === 'finish') await company.finish();
        } catch (error) {
          if ((error as Error).name !== 'BusinessRefusal') throw error;
        }
        before = now;
      }
      await company.finish();
      await company.expectExact();
    }),
    { numRuns: 300 },
  );
});
