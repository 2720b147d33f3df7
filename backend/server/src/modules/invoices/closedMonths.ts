import { BOOKS_STREAM, type BooksState, booksDecider, refuseClosed } from '@portal/domain';
import type { Day } from '@portal/domain/values';
import type { CommandPorts } from '../../kernel/commandPorts.ts';

/** Which months are closed (rule B36). */
export const booksOf = ({ load }: Pick<CommandPorts, 'load'>): Promise<BooksState> =>
  load(BOOKS_STREAM, booksDecider);

/**
 * Refuses a day that an administrator enters in a closed month. A month that is closed at the same moment does no harm: the
 * journal posts what comes after its closing on the first open day.
 * @param path the field
 * @throws BusinessRefusal unprocessable
 */
export async function refuseClosedDay(
  ports: Pick<CommandPorts, 'load'>,
  day: Day,
  path: string,
): Promise<void> {
  refuseClosed(day, await booksOf(ports), path);
}
