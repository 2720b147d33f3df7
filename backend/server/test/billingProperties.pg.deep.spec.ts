import { adminSitePatchSchema } from '@portal/contract';
import { addPeriods, cutOffOf, earliestRun, firstDayOf, type Period } from '@portal/domain';
import { chargeBreakdown } from '@portal/projections';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { changePromotionalPricing, changeReaderRate } from '../src/modules/companies/changeAccount.ts';
import { deleteSite } from '../src/modules/sites/changeSite.ts';
import { editSite } from '../src/modules/sites/editSite.ts';
import { type BillingPortal, type Dealer, startBillingPortal } from './support/billingPortal.ts';
import { changeSiteRate } from './support/changeSiteRate.ts';
import { straightLineInvoices } from './support/straightLineInvoices.ts';

const ZONE = 'America/New_York';
const COMPANIES = 2;
const SITES = 3;

let test: BillingPortal;
/** The month in which the next history begins: time goes on from one to the next, leap years among them. */
let month: Period = '2027-09';

beforeAll(async () => {
  test = await startBillingPortal('2027-09-01T12:00:00.000Z', { environment: { BILLING_TZ: ZONE } });
}, 60_000);
afterAll(() => test.stop());

const cents = fc.integer({ min: 50, max: 900 });
/** How far ahead a rate is dated, in days from the 1st of the month it is saved in; null for at once. */
const ahead = fc.option(fc.integer({ min: 1, max: 70 }));
const company = fc.nat({ max: COMPANIES - 1 });
const site = fc.nat({ max: COMPANIES * SITES - 1 });

/** What may happen in a month; who it happens to is an index. */
const deed = fc.oneof(
  fc.record({
    what: fc.constant('add' as const),
    company,
    readers: fc.integer({ min: 0, max: 40 }),
    rate: fc.option(cents),
  }),
  fc.record({ what: fc.constant('readers' as const), site, readers: fc.integer({ min: 0, max: 40 }) }),
  fc.record({
    what: fc.constant('status' as const),
    site,
    status: fc.constantFrom('active' as const, 'inactive' as const),
  }),
  fc.record({ what: fc.constant('siteRate' as const), site, rate: fc.option(cents), ahead }),
  fc.record({ what: fc.constant('rate' as const), company, rate: fc.option(cents), ahead }),
  fc.record({
    what: fc.constant('promotion' as const),
    company,
    rate: cents,
    months: fc.integer({ min: 1, max: 3 }),
    active: fc.boolean(),
  }),
  fc.record({ what: fc.constant('delete' as const), site }),
  // more often than the others: what went to another company has to be billed there
  { arbitrary: fc.record({ what: fc.constant('move' as const), site, company }), weight: 3 },
);
type Deed = typeof deed extends fc.Arbitrary<infer One> ? One : never;
/** Deeds of a month, each at so many thousandths of it: 0 is its first moment, 1,000 the last before the cut-off. */
const monthOfDeeds = fc.array(fc.tuple(fc.integer({ min: 0, max: 1_000 }), deed), { maxLength: 7 });

/** The companies of one history and the sites that are there. */
class Portfolio {
  readonly #dealers: readonly Dealer[];
  #sites: string[] = [];

  constructor(dealers: readonly Dealer[]) {
    this.#dealers = dealers;
  }

  get accountIds(): readonly string[] {
    return this.#dealers.map(({ accountId }) => accountId);
  }

  async do(one: Deed, first: string): Promise<void> {
    const { commands } = test.portal;
    const context = test.command();
    const dealer = 'company' in one ? this.#dealers[one.company] : undefined;
    const siteId = 'site' in one ? this.#sites[one.site % Math.max(1, this.#sites.length)] : undefined;
    const from = 'ahead' in one && one.ahead !== null ? dayAfter(first, one.ahead + 31) : null;
    if (one.what === 'add' && dealer !== undefined && this.#sites.length < COMPANIES * SITES) {
      const custom_reader_rate = one.rate === null ? '' : one.rate / 100;
      this.#sites.push(
        await test.newSite(dealer, { number_of_readers: `${one.readers}`, custom_reader_rate }),
      );
    }
    if (one.what === 'rate' && dealer !== undefined) {
      const rate = { rateCents: one.rate, effectiveFrom: from, shortNoticeConfirmed: true };
      await changeReaderRate(commands, dealer.accountId, rate, context, 'a random change');
    }
    if (one.what === 'promotion' && dealer !== undefined) {
      const { active, rate: rateCents, months } = one;
      const terms = { active, rateCents, months, licensePricing: true, shortNoticeConfirmed: true };
      await changePromotionalPricing(commands, dealer.accountId, terms, context, 'a random change');
    }
    if (siteId === undefined) return;
    if (one.what === 'readers') await editSite(commands, siteId, { number_of_readers: one.readers }, context);
    if (one.what === 'status') await editSite(commands, siteId, { status: one.status }, context);
    if (one.what === 'siteRate') {
      const rate = { rateCents: one.rate, effectiveFrom: from, shortNoticeConfirmed: true };
      await changeSiteRate(commands, siteId, rate, context, 'a random change');
    }
    if (one.what === 'move' && dealer !== undefined) {
      const patch = adminSitePatchSchema.parse({
        account_id: dealer.accountId,
        confirm_short_notice: true,
      });
      await editSite(commands, siteId, patch, context, { reason: 'a random change' });
    }
    if (one.what === 'delete') {
      await deleteSite(commands, siteId, context);
      this.#sites = this.#sites.filter((each) => each !== siteId);
    }
  }
}

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00.000Z`) + days * 86_400_000).toISOString().slice(0, 10);

// Proves S6-run-15
it(
  'issued total = sum of lines = projection at the cut-off = an independent script = the fold of its streams',
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(monthOfDeeds, { minLength: 2, maxLength: 6 }), async (months) => {
        const dealers = [];
        for (let index = 0; index < COMPANIES; index += 1) dealers.push(await test.newAccount());
        const portfolio = new Portfolio(dealers);
        for (const deeds of months) {
          const next = addPeriods(month, 1);
          const [from, to] = [cutOffOf(month, ZONE), cutOffOf(next, ZONE)].map((instant) =>
            Date.parse(instant),
          ) as [number, number];
          // a run takes place 2 minutes into the month
          const at = (share: number) =>
            new Date(from + 180_000 + Math.floor((share * (to - 1 - from - 180_000)) / 1_000)).toISOString();
          for (const [share, one] of [...deeds].sort(([a], [b]) => a - b)) {
            test.setClock(at(share));
            await portfolio.do(one, firstDayOf(month));
          }
          await test.portal.projections.caughtUp();
          const projected = new Map<string, number>();
          for (const accountId of portfolio.accountIds) {
            const days = { billingDate: firstDayOf(next), today: firstDayOf(next) };
            const { charges } = await chargeBreakdown(test.portal.database.pool, accountId, days);
            const active = charges.filter(({ status }) => status === 'active');
            projected.set(
              accountId,
              active.reduce((sum, { charge_cents }) => sum + charge_cents, 0),
            );
          }

          test.setClock(earliestRun(cutOffOf(next, ZONE)));
          await test.portal.tick();

          const scripted = (await straightLineInvoices(test.portal.database.pool, ZONE))(next);
          const issued = await test.issued(next);
          for (const accountId of portfolio.accountIds) {
            const invoice = issued.find((each) => each.accountId === accountId);
            const wanted = scripted.find((each) => each.accountId === accountId);
            expect(invoice === undefined).toBe(wanted === undefined);
            const charges = invoice?.lines.reduce((sum, line) => sum + line.amountCents, 0) ?? 0;
            const left = invoice?.adjustments.reduce((sum, { amountCents }) => sum + amountCents, 0) ?? 0;
            expect(invoice?.totalCents ?? 0).toBe(charges + left);
            expect(charges).toBe(projected.get(accountId));
            expect(BigInt(charges)).toBe(wanted?.total ?? 0n);
            if (invoice === undefined) continue;
            const replayed = await test.replay(invoice.invoiceId);
            expect(replayed).toMatchObject({ equal: true, replayed: { total_cents: invoice.totalCents } });
          }
          month = next;
        }
      }),
      { numRuns: 12, endOnFailure: true },
    ),
  180_000,
);
