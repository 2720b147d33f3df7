import { BusinessRefusal, type PresentSite } from '@portal/domain';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { presentSite } from './presentSite.ts';

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
