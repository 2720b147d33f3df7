import type { AdminNewSiteRequest, NewSiteRequest } from '@portal/contract';
import { BLANK_SITE, onSite } from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import type { Edited } from '../../kernel/edited.ts';
import { runCommand, runEdit } from '../../kernel/runCommand.ts';
import { companyForSites } from '../companies/module.ts';
import {
  type Dealer,
  dealerTerms,
  detailsIn,
  madeByOrder,
  type PaidOrders,
  pricedSite,
  refuseHardware,
} from '../orders/module.ts';

/**
 * CreateSite by a dealer, priced from the account's own terms, never from the request (rule T1). A total above 0 needs a
 * paid order of the company, whose site is returned.
 * @throws BusinessRefusal payment_required; unprocessable if hardware is not offered
 */
export async function createSite(
  ports: CommandPorts,
  owner: Dealer,
  request: NewSiteRequest,
  context: CommandContext,
  orders: PaidOrders,
): Promise<{ readonly siteId: string; readonly chain: CausalChain }> {
  const terms = await dealerTerms(ports, owner.accountId);
  const priced = pricedSite(request, terms);
  const sent = { ...priced, orderId: request.orderId };
  const made = await madeByOrder(ports, owner, sent, orders, context);
  if (made !== null) return { siteId: made.id, chain: made.chain };

  const { form, price } = priced;
  refuseHardware(form, terms);
  const { kind: _kind, readers, requestedDate, ...details } = form;
  const siteId = deriveId(context, 'site');
  const chain = await runCommand(ports, {
    ...onSite(siteId, owner.accountId),
    command: {
      type: 'CreateSite',
      siteId,
      ...owner,
      details,
      readers,
      requestedDate,
      priceCents: price.totalCents,
      // only a payment claims an order
      orderId: null,
    },
    context,
  });
  return { siteId, chain };
}

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
