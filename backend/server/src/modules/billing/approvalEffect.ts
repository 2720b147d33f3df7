import type { ApprovalEffect } from '@portal/contract';
import { isPresentSite, siteDecider, siteStream } from '@portal/domain';
import { dollarsFromCents, firstOfNextMonth, sumCents } from '@portal/domain/values';
import { billingFactsOf } from '@portal/projections';
import { cutNow } from './cut.ts';
import type { BillingPorts } from './ports.ts';
import { SITE_TERMS_READS } from './priceAccounts.ts';
import { priceOn } from './rateEffect.ts';

/**
 * What approving these sites today would add to the next invoices of their companies, computed by the code that approves
 * and bills, without tax. Sites that are not pending add nothing. Changes nothing.
 * @param now ISO instant
 */
export async function approvalEffect(
  ports: BillingPorts,
  siteIds: readonly string[],
  now: string,
): Promise<ApprovalEffect> {
  const { commands } = ports;
  const activeFrom = commands.billingDay(now);
  await ports.upToDate(SITE_TERMS_READS);
  const cut = await cutNow(ports);
  const loaded = await Promise.all(siteIds.map((id) => commands.load(siteStream(id), siteDecider)));
  const pending = loaded.filter(isPresentSite).filter(({ status }) => status === 'pending');
  const companies = [...new Set(pending.map(({ accountId }) => accountId))];
  const day = firstOfNextMonth(activeFrom);
  const added = (await billingFactsOf(ports.db, cut, companies)).map((facts) => {
    const approved = pending
      .filter((site) => facts.sites.some((known) => known.facts.siteId === site.siteId))
      .flatMap((site) => siteDecider.decide({ type: 'ApproveSite', activeFrom }, site));
    const before = priceOn(day, facts, undefined, { account: [], site: [] });
    return priceOn(day, facts, undefined, { account: [], site: approved }).totalCents - before.totalCents;
  });
  return {
    sites: pending.length,
    readers: pending.reduce((sum, { readers }) => sum + readers, 0),
    companies: companies.length,
    added_monthly: dollarsFromCents(sumCents(added)),
  };
}
