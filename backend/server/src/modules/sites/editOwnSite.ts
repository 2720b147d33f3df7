import type { dealerSitePatchSchema } from '@portal/contract';
import {
  BusinessRefusal,
  inSequence,
  type SiteCommand,
  type SiteDetails,
  type SiteState,
  siteDecider,
  siteStream,
} from '@portal/domain';
import type { z } from 'zod';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { type Edited, revisionAfter } from '../../kernel/edited.ts';
import { statusVerb } from './changeSiteStatus.ts';
import { ownSite } from './ownSite.ts';

export type DealerSitePatch = z.output<typeof dealerSitePatchSchema>;

/**
 * What a dealer's edit dialog and status dialog save (document 2, section 5), decided as one: details, and active or
 * inactive. The reader count may come along unchanged or blank; a changed one is refused (decisions, Data).
 * @param dealer another company's site is 'Site not found', for a viewer of it forbidden
 * @throws BusinessRefusal not_found; forbidden; unprocessable for a status that can't follow; StaleRevision
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
  const steps: (SiteCommand | ((now: SiteState) => SiteCommand | null))[] = [
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
