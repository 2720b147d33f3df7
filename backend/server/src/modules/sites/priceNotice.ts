import {
  BusinessRefusal,
  inSequence,
  isPresentSite,
  type PresentSite,
  priceChangesOfSite,
  type ShortNotice,
  type SiteState,
  siteDecider,
  withNotice,
} from '@portal/domain';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { openAccount } from '../companies/module.ts';

/**
 * What decides on several commands of a site as one and refuses an increase with short notice that is not confirmed.
 * @param site as it was read
 * @param accountId the company it is of afterwards
 * @throws BusinessRefusal 'Company not found' (not_found)
 */
export async function siteDeciderWithNotice(
  ports: CommandPorts,
  site: PresentSite,
  accountId: string,
  today: string,
  said: ShortNotice,
) {
  const from = await openAccount(ports, site.accountId);
  const to = accountId === site.accountId ? from : await openAccount(ports, accountId);
  const changesOf = (before: SiteState, after: SiteState) => {
    if (!isPresentSite(before) || !isPresentSite(after)) return [];
    if (before.accountId !== site.accountId) throw movedMeanwhile();
    return priceChangesOfSite(before, after, { before: from, after: to }, today);
  };
  return withNotice(inSequence(siteDecider), changesOf, today, said);
}

const movedMeanwhile = () =>
  new BusinessRefusal('conflict', 'This site was given to another company meanwhile. Please try again.');
