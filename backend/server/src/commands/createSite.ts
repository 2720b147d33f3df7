import type { NewSiteRequest } from '@portal/contract';
import { accountDecider, accountStream, BusinessRefusal, siteDecider, siteStream } from '@portal/domain';
import { hardwareEnabled, priceNewSite } from '@portal/domain/pricing';
import type { CausalChain } from './causalChain.ts';
import { type CommandContext, deriveId } from './commandContext.ts';
import type { CommandPorts } from './portalCommands.ts';

const CA150_PANEL = 'CA 150 Panel';
const NETCOM6P = 'Netcom6P';

/**
 * CreateSite: a dealer's order. The server prices it from the account's own terms and believes no price, status or
 * payment flag of the request (decisions, Trust); the licences are always part of it. A total above 0 needs a payment.
 * @throws BusinessRefusal payment_required above 0 cents; unprocessable where hardware is not offered
 */
export async function createSite(
  ports: CommandPorts,
  owner: { readonly userId: string; readonly accountId: string },
  request: NewSiteRequest,
  context: CommandContext,
): Promise<{ readonly siteId: string; readonly chain: CausalChain }> {
  const account = await ports.load(accountStream(owner.accountId), accountDecider);
  if (account.status === 'none') throw new BusinessRefusal('not_found', 'Company not found');
  const named = new Set(request.hardware ?? []);
  const ca150Panel = request.ca150_panel || named.has(CA150_PANEL);
  const netcom6p = request.netcom6p || named.has(NETCOM6P);
  const offered = hardwareEnabled({
    promotionalLicensePricing: account.promotion.licensePricing,
    equipmentPurchasesEnabled: account.options.equipmentPurchasesEnabled,
  });
  if ((ca150Panel || netcom6p) && !offered) {
    throw new BusinessRefusal('unprocessable', 'Hardware is not available for your account.', 'hardware');
  }
  const panels = request.number_of_acu_panels;
  const price = priceNewSite(
    { panels, ca150Panel, netcom6p },
    { promotionalLicensePricing: account.promotion.licensePricing },
  );
  if (ca150Panel) named.add(CA150_PANEL);
  if (netcom6p) named.add(NETCOM6P);

  const siteId = deriveId(context, 'site');
  const { appended } = await ports.execute({
    stream: siteStream(siteId),
    decider: siteDecider,
    command: {
      type: 'CreateSite',
      siteId,
      ...owner,
      details: {
        siteName: request.site_name,
        siteAddress: request.site_address,
        siteCity: request.site_city,
        siteState: request.site_state,
        siteZip: request.site_zip,
        panels,
        softwareVersion: request.software_version ?? null,
        hardware: [...named],
        existingPlatform: null,
        siteNotes: request.site_notes === '' ? null : (request.site_notes ?? null),
        additionalInfo: null,
      },
      readers: request.number_of_readers,
      requestedDate: request.requested_date ?? ports.billingDay(context.time),
      priceCents: price.totalCents,
      // an order is claimed by its payment, never by the request
      orderId: null,
    },
    context,
    accounts: [owner.accountId],
  });
  return { siteId, chain: await ports.followUp(appended) };
}
