import type { AdminSitePatch, dealerSitePatchSchema } from '@portal/contract';
import {
  BusinessRefusal,
  inSequence,
  type PresentSite,
  type SiteCommand,
  type SiteState,
  siteDecider,
  siteStream,
} from '@portal/domain';
import type { z } from 'zod';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { type Edited, type Precaution, revisionAfter } from '../../kernel/edited.ts';
import { companyForSites } from '../companies/module.ts';
import { detailsIn } from '../orders/module.ts';
import { presentSite, siteDeciderWithNotice, statusVerb } from './changeSite.ts';

type Step = SiteCommand | ((now: SiteState) => SiteCommand | null);

/**
 * Saves an administrator's Edit Site dialog as one decision (S2-2, S2-5): details, readers, custom rate, company,
 * status.
 * @throws BusinessRefusal 'Site not found' (not_found); unprocessable for an unknown company, an invalid value or an
 * unconfirmed increase; StaleRevision
 */
export async function editSite(
  ports: CommandPorts,
  siteId: string,
  patch: Partial<AdminSitePatch>,
  context: CommandContext,
  { reason, seenRevision }: Precaution = {},
): Promise<Edited> {
  const site = await presentSite(ports, siteId);
  const today = ports.billingDay(context.time);
  const { number_of_readers: readers, custom_reader_rate: rateCents, account_id, status } = patch;
  const { effective_from: effectiveFrom = null } = patch;
  const steps: Step[] = [{ type: 'ChangeSiteDetails', changes: detailsIn(patch) }];
  if (readers !== undefined) steps.push({ type: 'ChangeReaderCount', readers });
  const moves = account_id !== undefined && account_id !== site.accountId;
  const company = moves ? await companyForSites(ports, account_id) : null;
  // before the rate, which is then the new company's to know
  if (company !== null) steps.push({ type: 'AssignSiteToCompany', ...company });
  if (rateCents !== undefined) {
    steps.push({ type: 'ChangeSiteReaderRate', rateCents, effectiveFrom, today });
  }
  if (status !== undefined) steps.push((now) => statusVerb(status, now, 'admin', today));
  const accountId = company?.accountId ?? site.accountId;
  const said = { shortNoticeConfirmed: patch.confirm_short_notice, reason };
  const { appended } = await ports.execute({
    stream: siteStream(siteId),
    decider: await siteDeciderWithNotice(ports, site, accountId, today, said),
    command: steps,
    context,
    accounts: company === null ? [site.accountId] : [site.accountId, accountId],
    reason,
    seenRevision,
  });
  return { chain: await ports.followUp(appended), revision: revisionAfter(appended) };
}

type DealerSitePatch = z.output<typeof dealerSitePatchSchema>;

/**
 * Saves a dealer's edit or status dialog as one decision (S2-5): details, active or inactive. An unchanged or blank
 * reader count is ignored, a changed one refused (rule D12).
 * @param dealer another company's site is 'Site not found'; forbidden for viewers
 * @throws BusinessRefusal not_found; forbidden; unprocessable for an invalid status; StaleRevision
 */
export async function editOwnSite(
  ports: CommandPorts,
  siteId: string,
  patch: DealerSitePatch,
  dealer: { readonly userId: string; readonly accountId: string },
  context: CommandContext,
  seenRevision?: bigint,
): Promise<Edited> {
  const site = await ownSite(ports, siteId, dealer);
  const readers = String(patch.number_of_readers ?? '').trim();
  if (readers !== '' && readers !== String(site.readers)) {
    throw new BusinessRefusal(
      'forbidden',
      'Reader count can only be changed by an admin.',
      'number_of_readers',
    );
  }
  const { status } = patch;
  const today = ports.billingDay(context.time);
  const steps: readonly Step[] = [
    { type: 'ChangeSiteDetails', changes: detailsIn(patch) },
    ...(status === undefined ? [] : [(now: SiteState) => statusVerb(status, now, 'dealer', today)]),
  ];
  const { appended } = await ports.execute({
    stream: siteStream(siteId),
    decider: inSequence(siteDecider),
    command: steps,
    context,
    accounts: [site.accountId],
    seenRevision,
  });
  return { chain: await ports.followUp(appended), revision: revisionAfter(appended) };
}

/**
 * A dealer's own site as it stands now. Of another company it is not there, so that nothing can be probed; who was
 * let in as a viewer knows of it and is told so.
 * @throws BusinessRefusal 'Site not found' (not_found); forbidden for a viewer
 */
export async function ownSite(
  ports: Pick<CommandPorts, 'load'>,
  siteId: string,
  dealer: { readonly userId: string; readonly accountId: string },
): Promise<PresentSite> {
  const site = await presentSite(ports, siteId);
  if (site.accountId === dealer.accountId) return site;
  if (site.viewers.includes(dealer.userId)) {
    throw new BusinessRefusal('forbidden', 'You can view this site, but not change it.');
  }
  throw new BusinessRefusal('not_found', 'Site not found');
}
