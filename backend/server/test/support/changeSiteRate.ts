import type { RateToSave } from '../../src/modules/companies/changeAccount.ts';
import { editSite } from '../../src/modules/sites/editSite.ts';

/** A site's own rate as its edit dialog saves it. */
export const changeSiteRate = async (
  ports: Parameters<typeof editSite>[0],
  siteId: string,
  { rateCents, effectiveFrom, shortNoticeConfirmed }: RateToSave,
  context: Parameters<typeof editSite>[3],
  reason?: string,
) => {
  const rate = { custom_reader_rate: rateCents, effective_from: effectiveFrom };
  const patch = { ...rate, confirm_short_notice: shortNoticeConfirmed };
  return (await editSite(ports, siteId, patch, context, { reason })).chain;
};
