import { accountDecider, accountStream, BusinessRefusal, type OpenAccountState } from '@portal/domain';
import type { CommandPorts } from '../../kernel/commandPorts.ts';

/** A company's account as it stands now. @throws BusinessRefusal 'Company not found' (not_found) */
export async function openAccount(
  ports: Pick<CommandPorts, 'load'>,
  accountId: string,
): Promise<OpenAccountState> {
  const account = await ports.load(accountStream(accountId), accountDecider);
  if (account.status === 'none') throw new BusinessRefusal('not_found', 'Company not found');
  return account;
}
