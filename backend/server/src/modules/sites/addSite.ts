import type { AdminNewSiteRequest } from '@portal/contract';
import { BLANK_SITE, onSite } from '@portal/domain';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { Edited } from '../../kernel/edited.ts';
import { runEdit } from '../../kernel/runCommand.ts';
import { companyForSites } from '../companies/module.ts';
import { detailsIn } from '../orders/module.ts';

/**
 * AddSite by an administrator (S2-2-admin): active at once, its user the company's first (rule D11).
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
  const edited = await runEdit(ports, {
    ...onSite(siteId, company.accountId),
    command: {
      type: 'AddSite',
      siteId,
      ...company,
      details: { ...BLANK_SITE, ...detailsIn(request) },
      readers: request.number_of_readers,
      requestedDate: today,
      migrationId: null,
      customRateCents: request.custom_reader_rate,
      activeFrom: today,
    },
    context,
    reason: request.reason,
  });
  return { siteId, ...edited };
}
