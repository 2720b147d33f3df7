import {
  type AccountCommand,
  type AccountState,
  accountDecider,
  accountStream,
  inSequence,
  priceChangesOfAccount,
  type ShortNotice,
  withNotice,
} from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CompanyCommandPorts } from './ports.ts';

/**
 * Has a command on the prices of an account decided and runs what follows from it.
 * @throws BusinessRefusal 'Company not found' (not_found); unprocessable for an increase with short notice that is not
 * confirmed or has no reason
 */
export async function decideOnPrices(
  ports: CompanyCommandPorts,
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
