import type { AdminNewSiteRequest, NewSiteRequest } from '@portal/contract';
import { BLANK_SITE, siteDecider, siteStream } from '@portal/domain';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { type Edited, revisionAfter } from '../../kernel/edited.ts';
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

/** For callers without orders: only free sites, or those paid by the named order. */
export const NO_ORDERS: PaidOrders = { payments: null, candidates: async () => [] };

/**
 * CreateSite: a dealer's order. The server prices it from the account's own terms and believes no price, status or
 * payment flag of the request (rule T1). A total above 0 needs a paid order of this company: its site is the
 * answer, however often it is asked for.
 * @throws BusinessRefusal payment_required above 0 cents; unprocessable where hardware is not offered
 */
export async function createSite(
  ports: CommandPorts,
  owner: Dealer,
  request: NewSiteRequest,
  context: CommandContext,
  orders: PaidOrders = NO_ORDERS,
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
  const { appended } = await ports.execute({
    stream: siteStream(siteId),
    decider: siteDecider,
    command: {
      type: 'CreateSite',
      siteId,
      ...owner,
      details,
      readers,
      requestedDate,
      priceCents: price.totalCents,
      // an order is claimed by its payment, never by the request
      orderId: null,
    },
    context,
    accounts: [owner.accountId],
  });
  return { siteId, chain: await ports.followUp(appended) };
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
  const { appended } = await ports.execute({
    stream: siteStream(siteId),
    decider: siteDecider,
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
    accounts: [company.accountId],
    reason: request.reason,
  });
  return { siteId, chain: await ports.followUp(appended), revision: revisionAfter(appended) };
}
