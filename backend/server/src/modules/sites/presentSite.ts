import { BusinessRefusal, type PresentSite, siteDecider, siteStream } from '@portal/domain';
import type { CommandPorts } from '../../kernel/commandPorts.ts';

/** A site as it stands now. @throws BusinessRefusal 'Site not found' (not_found) */
export async function presentSite(ports: Pick<CommandPorts, 'load'>, siteId: string): Promise<PresentSite> {
  const site = await ports.load(siteStream(siteId), siteDecider);
  if (site.status === 'none' || site.status === 'deleted') {
    throw new BusinessRefusal('not_found', 'Site not found');
  }
  return site;
}
