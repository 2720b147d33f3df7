import {
  onSite,
  unprocessable,
  userDecider,
  usernameDecider,
  usernameStream,
  userStream,
} from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import type { Dealer } from '../orders/module.ts';
import { ownSite } from './editSite.ts';
import type { SiteCommandPorts } from './ports.ts';

const refuse = (message: string) => unprocessable(message, 'username');

/**
 * ShareSite: lets an approved user of another company read the site (S1-3).
 * @throws BusinessRefusal 'Site not found' (not_found); unprocessable for an unknown or unapproved user, or a colleague
 */
export async function shareSite(
  ports: SiteCommandPorts,
  siteId: string,
  username: string,
  dealer: Dealer,
  context: CommandContext,
): Promise<{ readonly userId: string; readonly chain: CausalChain }> {
  const site = await ownSite(ports, siteId, dealer);
  const hold = await ports.load(usernameStream(ports.usernameHash(username)), usernameDecider);
  const user = hold.status === 'held' ? await ports.load(userStream(hold.owner), userDecider) : null;
  if (user?.status !== 'present' || !user.isApproved || user.isAdmin) {
    throw refuse('There is no approved dealer with this username.');
  }
  if (user.accountId === site.accountId)
    throw refuse('This user belongs to your company and already sees the site.');
  const { userId } = user;
  const command = { type: 'ShareSite', userId } as const;
  return { userId, chain: await runCommand(ports, { ...onSite(siteId, site.accountId), command, context }) };
}
