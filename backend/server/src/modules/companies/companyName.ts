import { accountDecider, accountStream, reveal } from '@portal/domain';
import type { Load } from '../../kernel/execute.ts';

/** The name of a company in mails to administrators. */
export async function companyNameOf({ load }: { readonly load: Load }, accountId: string): Promise<string> {
  const account = await load(accountStream(accountId), accountDecider);
  return account.status === 'none' ? 'A dealer' : reveal(account.company.name);
}
