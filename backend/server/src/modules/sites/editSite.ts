import type { AdminSitePatch } from '@portal/contract';
import { type SiteCommand, type SiteDetails, type SiteState, siteStream } from '@portal/domain';
import type { CommandContext } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { type Edited, type Precaution, revisionAfter } from '../../kernel/edited.ts';
import { companyForSites } from '../companies/module.ts';
import { statusVerb } from './changeSiteStatus.ts';
import { presentSite } from './presentSite.ts';
import { siteDeciderWithNotice } from './priceNotice.ts';

type Step = SiteCommand | ((now: SiteState) => SiteCommand | null);

/**
 * What an administrator's Edit Site dialog saves (document 2, sections 2 and 5), decided as one, so that all of it
 * takes place or nothing: details, readers, custom rate, company, status.
 * @throws BusinessRefusal 'Site not found' (not_found); unprocessable for an unknown company, a value that can't be or
 * short notice of an increase that is not confirmed; StaleRevision
 */
export async function editSite(
  ports: CommandPorts,
  siteId: string,
  patch: AdminSitePatch,
  context: CommandContext,
  { reason, seenRevision }: Precaution = {},
): Promise<Edited> {
  const site = await presentSite(ports, siteId);
  const today = ports.billingDay(context.time);
  const { number_of_readers: readers, custom_reader_rate: rateCents, account_id, status } = patch;
  const steps: Step[] = [{ type: 'ChangeSiteDetails', changes: detailsIn(patch) }];
  if (readers !== undefined) steps.push({ type: 'ChangeReaderCount', readers });
  const moves = account_id !== undefined && account_id !== site.accountId;
  const company = moves ? await companyForSites(ports, account_id) : null;
  // before the rate, which is then the new company's to know
  if (company !== null) steps.push({ type: 'AssignSiteToCompany', ...company });
  if (rateCents !== undefined) {
    steps.push({ type: 'ChangeSiteReaderRate', rateCents, effectiveFrom: patch.effective_from, today });
  }
  if (status !== undefined) steps.push((now) => statusVerb(status, now, 'admin', today));
  const accountId = company?.accountId ?? site.accountId;
  const said = { shortNoticeConfirmed: patch.confirm_short_notice, reason };
  const { appended } = await ports.execute({
    stream: siteStream(siteId),
    decider: await siteDeciderWithNotice(ports, site, accountId, today, said),
    command: steps,
    context,
    accounts: company === null ? [site.accountId] : [site.accountId, accountId],
    reason,
    seenRevision,
  });
  return { chain: await ports.followUp(appended), revision: revisionAfter(appended) };
}

/** A blank text is none where a site may have none. */
const orNone = (text: string | null) => (text === '' ? null : text);

function detailsIn(patch: AdminSitePatch): Partial<SiteDetails> {
  const { site_name, site_address, site_city, site_state, site_zip } = patch;
  const { number_of_acu_panels, software_version, site_notes, additional_info } = patch;
  return {
    ...(site_name === undefined ? {} : { siteName: site_name }),
    ...(site_address === undefined ? {} : { siteAddress: site_address }),
    ...(site_city === undefined ? {} : { siteCity: site_city }),
    ...(site_state === undefined ? {} : { siteState: site_state }),
    ...(site_zip === undefined ? {} : { siteZip: site_zip }),
    ...(number_of_acu_panels === undefined ? {} : { panels: number_of_acu_panels }),
    ...(software_version === undefined ? {} : { softwareVersion: orNone(software_version) }),
    ...(site_notes === undefined ? {} : { siteNotes: orNone(site_notes) }),
    ...(additional_info === undefined ? {} : { additionalInfo: orNone(additional_info) }),
  };
}
