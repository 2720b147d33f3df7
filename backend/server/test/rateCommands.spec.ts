import { newSiteSchema, registerSchema } from '@portal/contract';
import { describe, expect, it } from 'vitest';
import { changePromotionalPricing } from '../src/commands/changePromotionalPricing.ts';
import { changeReaderCount } from '../src/commands/changeReaderCount.ts';
import {
  cancelAnnouncedRate,
  changeReaderRate,
  type RateToCancel,
  type RateToSave,
} from '../src/commands/changeReaderRate.ts';
import { cancelAnnouncedSiteRate, changeSiteReaderRate } from '../src/commands/changeSiteReaderRate.ts';
import { createSite } from '../src/commands/createSite.ts';
import { registerDealer } from '../src/commands/registerDealer.ts';
import { memoryPorts } from './support/memoryPorts.ts';
import { registration, siteOrder } from './support/testPortal.ts';

async function dealerWithSite() {
  const memory = memoryPorts();
  const { ports, command } = memory;
  const owner = await registerDealer(ports, registerSchema.parse(registration('ann')), command());
  const { siteId } = await createSite(ports, owner, newSiteSchema.parse(siteOrder()), command());
  return { ...memory, ...owner, siteId };
}

const atOnce = (rateCents: number | null) => ({ rateCents, effectiveFrom: null });

describe('ChangeReaderRate', () => {
  it('sets the rate of the account, at once or from a day on, with the reason beside it', async () => {
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

  it('wants an increase with short notice confirmed, with a reason', async () => {
    const { ports, command, events, accountId, siteId } = await dealerWithSite();
    const confirmed = { ...atOnce(700), shortNoticeConfirmed: true };
    const refused =
      "This raises the price with less than 30 days' notice. Please confirm it and give a reason.";
    for (const change of [
      (rate: RateToSave, reason?: string) => changeReaderRate(ports, accountId, rate, command(), reason),
      (rate: RateToSave, reason?: string) => changeSiteReaderRate(ports, siteId, rate, command(), reason),
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
    await changeSiteReaderRate(ports, siteId, ahead, command());
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

  it('wants the cancellation of a decrease confirmed where it comes less than 30 days ahead', async () => {
    const { ports, command, accountId, siteId } = await dealerWithSite();
    const soon = { rateCents: 600, effectiveFrom: '2026-03-20' };
    await changeReaderRate(ports, accountId, soon, command());
    await changeReaderRate(ports, accountId, { rateCents: 550, effectiveFrom: '2026-05-01' }, command());
    await changeSiteReaderRate(ports, siteId, { ...soon, rateCents: 500 }, command());
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

  it('says nothing when the rate is that already, and refuses yesterday and an unknown company', async () => {
    const { ports, command, accountId } = await dealerWithSite();
    const same = await changeReaderRate(ports, accountId, atOnce(650), command());
    expect(same.position).toBeNull();
    const yesterday = { rateCents: 600, effectiveFrom: '2026-02-28' };
    await expect(changeReaderRate(ports, accountId, yesterday, command())).rejects.toThrow(
      'A new rate can begin today at the earliest',
    );
    await expect(changeReaderRate(ports, 'nobody', atOnce(600), command())).rejects.toThrow(
      'Company not found',
    );
  });
});

describe('ChangePromotionalPricing', () => {
  it('begins a promotion on the billing day of the command and leaves that day alone afterwards', async () => {
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

  it('refuses a promotion without a rate', async () => {
    const { ports, command, accountId } = await dealerWithSite();
    const terms = { active: true, rateCents: null, months: 12, licensePricing: true };
    await expect(changePromotionalPricing(ports, accountId, terms, command())).rejects.toThrow(
      'Promotional rate is required',
    );
  });
});

describe('ChangeSiteReaderRate and ChangeReaderCount', () => {
  it('set what this one site pays and for how many readers', async () => {
    const { ports, command, events, accountId, siteId } = await dealerWithSite();
    await changeSiteReaderRate(ports, siteId, atOnce(500), command());
    await changeReaderCount(ports, siteId, 20, command(), 'Extension');
    expect(events('SiteReaderRateChanged')[0]?.data).toEqual({
      siteId,
      accountId,
      customRateCents: 500,
      effectiveFrom: null,
      savedOn: '2026-03-01',
    });
    expect(events('ReaderCountChanged')[0]?.data).toEqual({ siteId, accountId, readers: 20 });
  });

  it('refuse a site that is not there', async () => {
    const { ports, command } = await dealerWithSite();
    await expect(changeSiteReaderRate(ports, 'none', atOnce(500), command())).rejects.toThrow(
      'Site not found',
    );
    await expect(changeReaderCount(ports, 'none', 4, command())).rejects.toThrow('Site not found');
  });
});
