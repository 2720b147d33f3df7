import { userDecider, userStream } from '@portal/domain';
import type { Load } from '../../kernel/execute.ts';
import type { UserCommandPorts } from './ports.ts';

/**
 * Takes the administrator role away from one user at a time. The read model only names who may be one: the streams
 * tell who is, so that nobody counts who was demoted a moment ago.
 */
export function administratorsOneByOne(options: {
  /** Holds a lock that all processes share while `work` runs. */
  readonly exclusively: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Ids of the administrators as the read model knows them. */
  readonly listed: () => Promise<readonly string[]>;
  readonly load: Load;
}): UserCommandPorts['administratorsOneByOne'] {
  const others = async (userId: string) => {
    const ids = (await options.listed()).filter((id) => id !== userId);
    const users = await Promise.all(ids.map((id) => options.load(userStream(id), userDecider)));
    return users.filter((user) => user.status === 'present' && user.isAdmin).length;
  };
  return (work) => options.exclusively(() => work(others));
}
