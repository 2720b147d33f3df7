import {
  type AccountCommand,
  type AccountState,
  accountDecider,
  accountStream,
  BusinessRefusal,
  inSequence,
  isPresentSite,
  type PresentSite,
  priceChangesOfAccount,
  priceChangesOfSite,
  type ShortNotice,
  type SiteState,
  siteDecider,
  withNotice,
} from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/portalCommands.ts';
import { openAccount } from './openAccount.ts';

/**
 * Has a command on the prices of an account decided and runs what follows from it.
 * @throws BusinessRefusal 'Company not found' (not_found); unprocessable for an increase with short notice that is not
 * confirmed or has no reason
 */
export async function decideOnPrices(
  ports: CommandPorts,
  accountId: string,
  command: AccountCommand | ((account: AccountState) => AccountCommand),
  context: CommandContext,
  said: ShortNotice,
): Promise<CausalChain> {
  const today = ports.billingDay(context.time);
  const sites = await ports.siteTerms(accountId);
  const changesOf = (before: AccountState, after: AccountState) =>
    before.status === 'none' || after.status === 'none'
      ? []
      : priceChangesOfAccount(before, after, sites, today);
  const { appended } = await ports.execute({
    stream: accountStream(accountId),
    decider: withNotice(inSequence(accountDecider), changesOf, today, said),
    command: [command],
    context,
    accounts: [accountId],
    reason: said.reason,
  });
  return ports.followUp(appended);
}

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
