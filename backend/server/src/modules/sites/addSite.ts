import type { AdminNewSiteRequest } from '@portal/contract';
import { siteDecider, siteStream } from '@portal/domain';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { type Edited, revisionAfter } from '../../kernel/edited.ts';
import { companyForSites } from '../companies/module.ts';

/**
 * AddSite by an administrator (document 2, Add New Site): active at once, its user the company's first (decisions, Data).
 * @throws BusinessRefusal unprocessable for an unknown company
 */
export async function addSite(
  ports: CommandPorts,
  request: AdminNewSiteRequest,
  context: CommandContext,
): Promise<Edited & { readonly siteId: string }> {
  const company = await companyForSites(ports, request.account_id);
  const siteId = deriveId(context, 'site');
  const today = ports.billingDay(context.time);
  const { appended } = await ports.execute({
    stream: siteStream(siteId),
    decider: siteDecider,
    command: {
      type: 'AddSite',
      siteId,
      ...company,
      details: {
        siteName: request.site_name,
        siteAddress: request.site_address ?? '',
        siteCity: request.site_city ?? '',
        siteState: request.site_state ?? '',
        siteZip: request.site_zip ?? '',
        panels: request.number_of_acu_panels,
        softwareVersion: request.software_version || null,
        hardware: [],
        existingPlatform: null,
        siteNotes: null,
        additionalInfo: request.additional_info || null,
      },
      readers: request.number_of_readers,
      requestedDate: today,
      migrationId: null,
      customRateCents: request.custom_reader_rate,
      activeFrom: today,
    },
    context,
    accounts: [company.accountId],
    reason: request.reason,
  });
  return { siteId, chain: await ports.followUp(appended), revision: revisionAfter(appended) };
}
