import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { type ErasurePreview, openMoneyWarnings } from '@portal/contract';
import { userIdByUsernameHash } from '@portal/projections';
import { newCommand } from '../../kernel/commandContext.ts';
import { isId } from '../../kernel/ids.ts';
import type { Portal } from '../compose.ts';
import { print, understood } from './commandLine.ts';
import { onPortal } from './onPortal.ts';
import { type ErasureOrder, parseErasureOrder } from './usersOptions.ts';
import { erasureText } from './usersTexts.ts';

/** Who erases from a command line. */
const ACTOR = { kind: 'system', id: 'users command line' } as const;

/** `npm run users`, with or without a running portal. */
async function main(): Promise<void> {
  const order = understood(parseErasureOrder);
  await onPortal((portal) => erase(order, portal));
}

async function erase(order: ErasureOrder, portal: Portal): Promise<boolean> {
  const { who, reason, confirmed, openMoney, withheld } = order;
  const { commands, database, erasure, billing } = portal;
  const named = await userIdByUsernameHash(database.pool, commands.usernameHash(who));
  const preview = await erasure.preview(named ?? idIn(who), null);
  if (preview.refusal !== null) throw new Error(preview.refusal);
  print(erasureText(preview, { withheld }));
  if (!openMoney && openMoneyWarnings(preview).length > 0) {
    print(['Add --open-money to erase all the same.', 'Nothing was erased.']);
    return false;
  }
  if (!confirmed && !(await isConfirmed(preview))) {
    print(['Nothing was erased.']);
    return false;
  }
  const { isDone } = await erasure.eraseUser(
    preview.id,
    newCommand(billing.now(), ACTOR, randomUUID()),
    { reason },
    { confirmOpenMoney: openMoney, includeWithheld: withheld },
  );
  print([
    isDone
      ? 'Erased. Backups and server logs are not affected; delete them in time.'
      : 'Deleted. The rest of the erasure failed; the portal will retry it. See its log.',
  ]);
  return isDone;
}

/** What can't be an id of ours is no user's either. */
function idIn(who: string): string {
  if (isId(who)) return who;
  throw new Error('User not found');
}

/** Asks the user to type the name; the answer is no without a terminal. */
async function isConfirmed({ username, id }: ErasurePreview): Promise<boolean> {
  const wanted = username ?? id;
  if (!process.stdin.isTTY) {
    print(['Not a terminal: add --yes to confirm.']);
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const typed = await terminal.question(`This can't be undone. Type ${wanted} to go on: `);
  terminal.close();
  return typed.trim() === wanted;
}

await main();
