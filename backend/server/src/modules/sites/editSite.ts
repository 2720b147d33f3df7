import type { AdminSitePatch, dealerSitePatchSchema } from '@portal/contract';
import {
  forbidden,
  inSequence,
  notFound,
  onSite,
  type PresentSite,
  type SiteCommand,
  type SiteState,
  siteDecider,
} from '@portal/domain';
import type { z } from 'zod';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { Edited, Precaution } from '../../kernel/edited.ts';
import { runCommand, runEdit } from '../../kernel/runCommand.ts';
import { companyForSites } from '../companies/module.ts';
import { type Dealer, detailsIn } from '../orders/module.ts';
import { decidingOnPrice, present, presentSite, statusCommand } from './changeSite.ts';

type Step = SiteCommand | ((now: SiteState) => SiteCommand | null);

/**
 * Saves an administrator's Edit Site dialog as one decision (S2-2, S2-5).
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
  const steps: Step[] = [{ type: 'ChangeSiteDetails', by: 'admin', changes: detailsIn(patch) }];
  if (readers !== undefined) steps.push({ type: 'ChangeReaderCount', readers });
  const moves = account_id !== undefined && account_id !== site.accountId;
  const company = moves ? await companyForSites(ports, account_id) : null;
  // before the rate, so that it is judged at the new company
  if (company !== null) steps.push({ type: 'AssignSiteToCompany', ...company });
  if (rateCents !== undefined) {
    steps.push({ type: 'ChangeSiteReaderRate', rateCents, effectiveFrom, today });
  }
  if (status !== undefined) steps.push((now) => statusCommand(status, now, 'admin', today));
  const accountId = company?.accountId ?? site.accountId;
  const said = { shortNoticeConfirmed: patch.confirm_short_notice, reason };
  return runEdit(ports, {
    ...onSite(siteId, site.accountId),
    ...(await decidingOnPrice(ports, site, accountId, today, said)),
    command: steps,
    context,
    accounts: company === null ? [site.accountId] : [site.accountId, accountId],
    reason,
    seenRevision,
  });
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
  dealer: Dealer,
  context: CommandContext,
  seenRevision?: bigint,
): Promise<Edited> {
  const readers = String(patch.number_of_readers ?? '').trim();
  const assertMayEdit = (now: SiteState): null => {
    const site = present(now);
    assertOwn(site, dealer);
    if (readers !== '' && readers !== String(site.readers)) {
      throw forbidden('Reader count can only be changed by an admin.', 'number_of_readers');
    }
    return null;
  };
  const { status } = patch;
  const today = ports.billingDay(context.time);
  const steps: readonly Step[] = [
    // a part of the decision, so that the stream need not be read before
    assertMayEdit,
    // notes and other texts: backend/domain/src/values/siteTexts.ts
    { type: 'ChangeSiteDetails', by: 'dealer', changes: detailsIn(patch) },
    ...(status === undefined ? [] : [(now: SiteState) => statusCommand(status, now, 'dealer', today)]),
  ];
  return runEdit(ports, {
    ...onSite(siteId, dealer.accountId),
    decider: inSequence(siteDecider),
    command: steps,
    context,
    seenRevision,
  });
}

/**
 * The current state of a dealer's own site. Sites of other companies are not found, so that ids cannot be probed.
 * @throws BusinessRefusal 'Site not found' (not_found); forbidden for a viewer
 */
export async function ownSite(
  ports: Pick<CommandPorts, 'load'>,
  siteId: string,
  dealer: Dealer,
): Promise<PresentSite> {
  const site = await presentSite(ports, siteId);
  assertOwn(site, dealer);
  return site;
}

/** Runs a dealer's command on an own site. @throws BusinessRefusal as {@link ownSite} */
export async function changeOwnSite(
  ports: CommandPorts,
  siteId: string,
  dealer: Dealer,
  command: SiteCommand,
  context: CommandContext,
): Promise<CausalChain> {
  const { accountId } = await ownSite(ports, siteId, dealer);
  return runCommand(ports, { ...onSite(siteId, accountId), command, context });
}

function assertOwn(site: PresentSite, dealer: Dealer): void {
  if (site.accountId === dealer.accountId) return;
  if (site.viewers.includes(dealer.userId)) {
    throw forbidden('You can view this site, but not change it.');
  }
  throw notFound('Site not found');
}
