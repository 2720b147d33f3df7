import { BusinessRefusal, userDecider, usernameDecider, usernameStream, userStream } from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import type { CommandContext } from '../../kernel/commandContext.ts';
import { decideOnSite } from './changeSite.ts';
import { ownSite } from './editSite.ts';
import type { SiteCommandPorts } from './ports.ts';

interface Dealer {
  readonly userId: string;
  readonly accountId: string;
}

const refuse = (message: string) => new BusinessRefusal('unprocessable', message, 'username');

/**
 * ShareSite: lets an approved user of another company read the site (S1-3). Colleagues see
 * it anyway.
 * @returns whose share it is
 * @throws BusinessRefusal 'Site not found' (not_found); unprocessable for a name nobody approved goes by
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
  return { userId, chain: await decideOnSite(ports, site, { type: 'ShareSite', userId }, context) };
}

/** EndSiteShare: the viewer reads the site no more; nobody to end it for is no fault. */
export async function endSiteShare(
  ports: SiteCommandPorts,
  siteId: string,
  userId: string,
  dealer: Dealer,
  context: CommandContext,
): Promise<CausalChain> {
  const site = await ownSite(ports, siteId, dealer);
  return decideOnSite(ports, site, { type: 'EndSiteShare', userId }, context);
}
