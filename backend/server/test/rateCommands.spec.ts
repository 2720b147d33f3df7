import { adminSitePatchSchema, newSiteSchema, registerSchema } from '@portal/contract';
import { describe, expect, it } from 'vitest';
import {
  type CompanyCommandPorts,
  cancelAnnouncedRate,
  changePromotionalPricing,
  changeReaderRate,
  type RateToCancel,
  type RateToSave,
} from '../src/modules/companies/changeAccount.ts';
import { makeOrdered } from '../src/modules/orders/paidOrders.ts';
import { pricedSite } from '../src/modules/orders/pricedForms.ts';
import { cancelAnnouncedSiteRate } from '../src/modules/sites/changeSite.ts';
import { editSite } from '../src/modules/sites/editSite.ts';
import { registerDealer } from '../src/modules/users/registerDealer.ts';
import { changeSiteRate } from './support/changeSiteRate.ts';
import { memoryPorts, NO_ORDERS } from './support/memoryPorts.ts';
import { registration, siteOrder } from './support/testPortal.ts';

async function dealerWithSite() {
  const memory = memoryPorts();
  const { ports, command } = memory;
  const owner = await registerDealer(ports, registerSchema.parse(registration('ann')), command());
  const form = newSiteSchema.parse(siteOrder());
  const { id: siteId } = await makeOrdered(ports, owner, form, pricedSite, command(), NO_ORDERS);
  return { ...memory, ...owner, siteId };
}

const atOnce = (rateCents: number | null) => ({ rateCents, effectiveFrom: null });

describe('ChangeReaderRate', () => {
  it("sets the account's rate, at once or from a day on, with the reason", async () => {
    const { ports, command, events, accountId } = await dealerWithSite();
    await changeReaderRate(ports, accountId, atOnce(600), command(), 'Volume');
    const later = { rateCents: 625, effectiveFrom: '2026-04-01' };
    const chain = await changeReaderRate(ports, accountId, later, command());
    expect(chain.types).toEqual(['DefaultReaderRateChanged']);
    expect(events('DefaultReaderRateChanged').map(({ data }) => data)).toEqual([
      { accountId, ...atOnce(600), savedOn: '2026-03-01' },
      { accountId, ...later, savedOn: '2026-03-01' },
    ]);
  });

  // Proves S6-rates-2
  it('needs confirmation and a reason for an increase with short notice', async () => {
    const { ports, command, events, accountId, siteId } = await dealerWithSite();
    const confirmed = { ...atOnce(700), shortNoticeConfirmed: true };
    const refused =
      "This raises the price with less than 30 days' notice. Please confirm it and give a reason.";
    for (const change of [
      (rate: RateToSave, reason?: string) => changeReaderRate(ports, accountId, rate, command(), reason),
      (rate: RateToSave, reason?: string) => changeSiteRate(ports, siteId, rate, command(), reason),
    ]) {
      await expect(change(atOnce(700), 'Costs')).rejects.toThrow(refused);
      await expect(change(confirmed, '')).rejects.toThrow('Please give the reason for the short notice');
      expect((await change({ rateCents: 700, effectiveFrom: '2026-04-15' })).types).toHaveLength(1);
    }
    await changeReaderRate(ports, accountId, confirmed, command(), 'Costs');
    expect(events('DefaultReaderRateChanged')).toHaveLength(2);
  });

  it('cancels an announced rate, and nothing else', async () => {
    const { ports, command, events, accountId, siteId } = await dealerWithSite();
    const ahead = { rateCents: 600, effectiveFrom: '2026-05-01' };
    await changeReaderRate(ports, accountId, ahead, command());
    await changeSiteRate(ports, siteId, ahead, command());
    await cancelAnnouncedRate(ports, accountId, { effectiveFrom: '2026-06-01' }, command());
    await cancelAnnouncedSiteRate(ports, siteId, { effectiveFrom: '2026-06-01' }, command());
    expect([events('AnnouncedDefaultRateCanceled'), events('AnnouncedSiteRateCanceled')]).toEqual([[], []]);
    await cancelAnnouncedRate(ports, accountId, { effectiveFrom: '2026-05-01' }, command());
    await cancelAnnouncedSiteRate(ports, siteId, { effectiveFrom: '2026-05-01' }, command());
    expect(events('AnnouncedDefaultRateCanceled')[0]?.data).toEqual({
      accountId,
      effectiveFrom: '2026-05-01',
    });
    expect(events('AnnouncedSiteRateCanceled')[0]?.data).toEqual({
      siteId,
      accountId,
      effectiveFrom: '2026-05-01',
    });
  });

  // Proves S6-rates-2
  it('needs confirmation to cancel a decrease less than 30 days ahead', async () => {
    const { ports, command, accountId, siteId } = await dealerWithSite();
    const soon = { rateCents: 600, effectiveFrom: '2026-03-20' };
    await changeReaderRate(ports, accountId, soon, command());
    await changeReaderRate(ports, accountId, { rateCents: 550, effectiveFrom: '2026-05-01' }, command());
    await changeSiteRate(ports, siteId, { ...soon, rateCents: 500 }, command());
    for (const cancel of [
      (rate: RateToCancel, reason?: string) =>
        cancelAnnouncedSiteRate(ports, siteId, rate, command(), reason),
      (rate: RateToCancel, reason?: string) => cancelAnnouncedRate(ports, accountId, rate, command(), reason),
    ]) {
      const { effectiveFrom } = soon;
      await expect(cancel({ effectiveFrom }, 'Costs')).rejects.toThrow('This raises the price');
      await expect(cancel({ effectiveFrom, shortNoticeConfirmed: true })).rejects.toThrow(
        'Please give the reason for the short notice',
      );
      const canceled = await cancel({ effectiveFrom, shortNoticeConfirmed: true }, 'Costs');
      expect(canceled.types).toHaveLength(1);
    }
    const inTime = await cancelAnnouncedRate(ports, accountId, { effectiveFrom: '2026-05-01' }, command());
    expect(inTime.types).toHaveLength(1);
  });

  it('appends nothing for the same rate, and refuses yesterday and an unknown company', async () => {
    const { ports, command, accountId } = await dealerWithSite();
    const same = await changeReaderRate(ports, accountId, atOnce(650), command());
    expect(same.position).toBeNull();
    const yesterday = { rateCents: 600, effectiveFrom: '2026-02-28' };
    await expect(changeReaderRate(ports, accountId, yesterday, command())).rejects.toThrow(
      'A new rate can start today at the earliest',
    );
    await expect(changeReaderRate(ports, 'nobody', atOnce(600), command())).rejects.toThrow(
      'Company not found',
    );
  });
});

describe('ChangePromotionalPricing', () => {
  it('starts a promotion on the billing day of the command, and never changes that day', async () => {
    const { ports, command, events, accountId } = await dealerWithSite();
    const terms = { active: true, rateCents: 450, months: 12, licensePricing: true };
    await changePromotionalPricing(ports, accountId, terms, command('2026-03-01T10:00:00.000Z'));
    await changePromotionalPricing(
      ports,
      accountId,
      { ...terms, months: 6 },
      command('2026-05-01T10:00:00.000Z'),
    );
    expect(events('PromotionalPricingChanged').map(({ data }) => data)).toEqual([
      { accountId, ...terms, startDate: '2026-03-01' },
      { accountId, ...terms, months: 6, startDate: '2026-03-01' },
    ]);
  });

  const terms = { active: true, rateCents: 450, months: 12, licensePricing: true };
  const off = { ...terms, active: false };
  const confirmed = { shortNoticeConfirmed: true };

  // Proves S6-rates-2
  it('needs confirmation for a promotion above the current rate', async () => {
    const { ports, command, events, accountId } = await dealerWithSite();
    const above = { ...terms, rateCents: 800 };
    await expect(changePromotionalPricing(ports, accountId, above, command(), 'New')).rejects.toThrow(
      'This raises the price',
    );
    await changePromotionalPricing(ports, accountId, { ...above, ...confirmed }, command(), 'New');
    await changePromotionalPricing(ports, accountId, { ...above, active: false }, command());
    expect(events('PromotionalPricingChanged')).toHaveLength(2);
  });

  // Proves S6-rates-2
  it('needs no confirmation to end a promotion that no site has any more', async () => {
    const { ports, command, events, accountId, siteId } = await dealerWithSite();
    await editSite(ports, siteId, adminSitePatchSchema.parse({ status: 'active' }), command());
    await changePromotionalPricing(ports, accountId, terms, command());
    const lastDay = command('2027-03-01T10:00:00.000Z');
    await expect(changePromotionalPricing(ports, accountId, off, lastDay)).rejects.toThrow(
      'This raises the price',
    );
    await changePromotionalPricing(ports, accountId, off, command('2027-03-02T10:00:00.000Z'));
    expect(events('PromotionalPricingChanged')).toHaveLength(2);
  });

  it('needs confirmation as long as one site has it', async () => {
    const { ports, command, accountId, userId, siteId: first } = await dealerWithSite();
    await changePromotionalPricing(ports, accountId, terms, command());
    const order = newSiteSchema.parse(siteOrder());
    const { id: siteId } = await makeOrdered(
      ports,
      { accountId, userId },
      order,
      pricedSite,
      command(),
      NO_ORDERS,
    );
    const approval = adminSitePatchSchema.parse({ status: 'active' });
    await editSite(ports, first, approval, command());
    await editSite(ports, siteId, approval, command('2026-09-01T10:00:00.000Z'));
    const after = command('2027-05-01T10:00:00.000Z');
    await expect(changePromotionalPricing(ports, accountId, off, after)).rejects.toThrow(
      'This raises the price',
    );
  });

  it('needs confirmation for fewer months that end within 30 days', async () => {
    const { ports, command, accountId } = await dealerWithSite();
    await changePromotionalPricing(ports, accountId, terms, command());
    await changePromotionalPricing(ports, accountId, { ...terms, months: 11 }, command());
    const shorter = { ...terms, months: 1 };
    const late = command('2026-03-10T10:00:00.000Z');
    await expect(changePromotionalPricing(ports, accountId, shorter, late)).rejects.toThrow(
      'This raises the price',
    );
  });

  it('refuses a promotion without a rate', async () => {
    const { ports, command, accountId } = await dealerWithSite();
    const noRate = { ...terms, rateCents: null };
    await expect(changePromotionalPricing(ports, accountId, noRate, command())).rejects.toThrow(
      'Promotional rate is required',
    );
  });
});

describe('ChangeSiteReaderRate and ChangeReaderCount', () => {
  it("set the site's rate and reader count", async () => {
    const { ports, command, events, accountId, siteId } = await dealerWithSite();
    await changeSiteRate(ports, siteId, atOnce(500), command());
    await editSite(ports, siteId, { number_of_readers: 20 }, command(), { reason: 'Extension' });
    expect(events('SiteReaderRateChanged')[0]?.data).toEqual({
      siteId,
      accountId,
      customRateCents: 500,
      effectiveFrom: null,
      savedOn: '2026-03-01',
    });
    expect(events('ReaderCountChanged')[0]?.data).toEqual({ siteId, accountId, readers: 20 });
  });

  it('refuse an unknown site', async () => {
    const { ports, command } = await dealerWithSite();
    await expect(changeSiteRate(ports, 'none', atOnce(500), command())).rejects.toThrow('Site not found');
    await expect(editSite(ports, 'none', { number_of_readers: 4 }, command())).rejects.toThrow(
      'Site not found',
    );
  });
});

describe('an increase with short notice', () => {
  const refused = 'This raises the price';

  /** The ports, with `meanwhile` done by somebody else just before the next decision. */
  const interrupted = (
    ports: CompanyCommandPorts,
    meanwhile: () => Promise<unknown>,
  ): CompanyCommandPorts => {
    let done = false;
    return {
      ...ports,
      execute: async (execution) => {
        if (!done) {
          done = true;
          await meanwhile();
        }
        return ports.execute(execution);
      },
    };
  };

  // Proves S6-rates-2
  it('is judged by the state at the decision, not by an earlier read', async () => {
    const { ports, command, accountId, siteId } = await dealerWithSite();
    const lowered = () => changeReaderRate(ports, accountId, atOnce(500), command());
    const racing = interrupted(ports, lowered);
    await expect(changeReaderRate(racing, accountId, atOnce(600), command())).rejects.toThrow(refused);
    const siteLowered = () => changeSiteRate(ports, siteId, atOnce(300), command());
    const onSite = interrupted(ports, siteLowered);
    await expect(changeSiteRate(onSite, siteId, atOnce(400), command())).rejects.toThrow(refused);
  });

  describe('of a site that is moved to another company', () => {
    async function twoCompanies(rateCents: number) {
      const one = await dealerWithSite();
      const { ports, command } = one;
      const other = await registerDealer(ports, registerSchema.parse(registration('bob')), command());
      const confirmed = { ...atOnce(rateCents), shortNoticeConfirmed: true };
      await changeReaderRate(ports, other.accountId, confirmed, command(), 'Agreed');
      const edit = (patch: object, reason?: string) =>
        editSite(
          ports,
          one.siteId,
          adminSitePatchSchema.parse({ account_id: other.accountId, ...patch }),
          command(),
          { reason },
        );
      return { ...one, other, edit };
    }

    it('needs confirmation if that company pays more', async () => {
      const { edit, events } = await twoCompanies(800);
      await expect(edit({}, 'Sold')).rejects.toThrow(refused);
      await edit({ confirm_short_notice: true }, 'Sold');
      expect(events('SiteAssignedToCompany')).toHaveLength(1);
    });

    // Proves S6-rates-2
    it('is judged by the rates of the new company', async () => {
      const { edit, events, other } = await twoCompanies(400);
      await expect(edit({ custom_reader_rate: '5' })).rejects.toThrow(refused);
      await edit({ custom_reader_rate: '4' });
      const { data } = events('SiteReaderRateChanged')[0] ?? {};
      expect(data).toMatchObject({ accountId: other.accountId, customRateCents: 400 });
    });

    it('needs none if the site keeps its price', async () => {
      const { edit, events } = await twoCompanies(800);
      await edit({ custom_reader_rate: '6.5' });
      expect(events('SiteAssignedToCompany')).toHaveLength(1);
    });
  });
});
