import type { dealerSitePatchSchema } from '@portal/contract';
import { BusinessRefusal, type SiteDetails, siteDecider, siteStream } from '@portal/domain';
import type { z } from 'zod';
import { type CausalChain, NOTHING_APPENDED } from './causalChain.ts';
import { type CommandContext, deriveId } from './commandContext.ts';
import type { CommandPorts } from './portalCommands.ts';

type DealerSitePatch = Omit<z.output<typeof dealerSitePatchSchema>, 'status'>;

/**
 * ChangeSiteDetails by a dealer: what the edit dialog holds (document 2, section 5). The reader count may come along
 * unchanged or blank; a changed one is refused (decisions, Data).
 * @param accountId the dealer's account; a site of another is 'Site not found'
 * @throws BusinessRefusal not_found; forbidden for a changed reader count
 */
export async function changeSiteDetails(
  ports: CommandPorts,
  siteId: string,
  patch: DealerSitePatch,
  accountId: string,
  context: CommandContext,
): Promise<CausalChain> {
  const site = await ports.load(siteStream(siteId), siteDecider);
  if (site.status === 'none' || site.status === 'deleted' || site.accountId !== accountId) {
    throw new BusinessRefusal('not_found', 'Site not found');
  }
  const readers = String(patch.number_of_readers ?? '').trim();
  if (readers !== '' && readers !== String(site.readers)) {
    throw new BusinessRefusal(
      'forbidden',
      'Reader count can only be changed by an admin.',
      'number_of_readers',
    );
  }
  const changes = detailsIn(patch);
  if (Object.keys(changes).length === 0) return NOTHING_APPENDED;
  const { appended } = await ports.execute({
    stream: siteStream(siteId),
    decider: siteDecider,
    command: { type: 'ChangeSiteDetails', changes },
    // a request may change the status too: one command id stands for one decision on a stream
    context: { ...context, id: deriveId(context, 'details') },
    accounts: [accountId],
  });
  return ports.followUp(appended);
}

function detailsIn(patch: DealerSitePatch): Partial<SiteDetails> {
  const { site_name, site_address, site_city, site_state, site_zip, number_of_acu_panels, site_notes } =
    patch;
  return {
    ...(site_name === undefined ? {} : { siteName: site_name }),
    ...(site_address === undefined ? {} : { siteAddress: site_address }),
    ...(site_city === undefined ? {} : { siteCity: site_city }),
    ...(site_state === undefined ? {} : { siteState: site_state }),
    ...(site_zip === undefined ? {} : { siteZip: site_zip }),
    ...(number_of_acu_panels === undefined ? {} : { panels: number_of_acu_panels }),
    ...(site_notes === undefined ? {} : { siteNotes: site_notes === '' ? null : site_notes }),
  };
}
