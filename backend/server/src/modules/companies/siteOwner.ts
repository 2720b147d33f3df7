import { accountDecider, accountStream, userDecider, userStream } from '@portal/domain';
import type { Load } from '../../kernel/execute.ts';

/**
 * Whose a site or migration becomes that somebody asked for a while ago: that user's while the user is of the company,
 * else the company's first user's; null where the company has no user any more.
 */
export async function siteOwner(
  { accountId, userId }: { readonly accountId: string; readonly userId: string },
  load: Load,
): Promise<string | null> {
  const user = await load(userStream(userId), userDecider);
  if (user.status === 'present' && user.accountId === accountId) return userId;
  const account = await load(accountStream(accountId), accountDecider);
  return account.status === 'none' ? null : account.invoiceRecipient;
}
