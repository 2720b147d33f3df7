import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline/promises';
import { type ErasurePreview, openMoneyWarnings } from '@portal/contract';
import { formatDay } from '@portal/domain/values';
import { userIdByUsernameHash } from '@portal/projections';
import { newCommand } from '../../kernel/commandContext.ts';
import { isId } from '../../kernel/ids.ts';
import type { Portal } from '../compose.ts';
import { commandLine, counted, print } from './commandLine.ts';
import { onPortal } from './connect.ts';

/** Who erases from a command line. */
const ACTOR = { kind: 'system', id: 'users command line' } as const;

/** `npm run users`, with or without a running portal. */
export const users = commandLine({
  usage: [
    'npm run users -- erase NAME_OR_ID [--reason text] [--open-money] [--include-withheld] [--yes]',
    '  deletes the user and erases the personal data (also of a deleted user), after showing what that does',
    "  --open-money        also a company's last user while money is open, of which nobody will be told",
    '  --include-withheld  also messages and mails of an email address that other users have too',
  ],
  options: {
    reason: { type: 'string' },
    yes: { type: 'boolean' },
    'open-money': { type: 'boolean' },
    'include-withheld': { type: 'boolean' },
  },
  commands: {
    erase: {
      takes: ['reason', 'yes', 'open-money', 'include-withheld'],
      needs: "a username or a user's id",
      read: (given, _, who) => () => onPortal((portal) => erase(portal, who, given)),
    },
  },
});

interface ErasureOptions {
  readonly reason?: string | undefined;
  /** Skips the confirmation. */
  readonly yes?: boolean | undefined;
  /** Erases a company's last user while money is open. */
  readonly 'open-money'?: boolean | undefined;
  /** Also what belongs to addresses that other users have too. */
  readonly 'include-withheld'?: boolean | undefined;
}

/** @param who a username, or a user's id, which a deleted user still has */
async function erase(portal: Portal, who: string, options: ErasureOptions): Promise<boolean> {
  const { reason, yes, 'open-money': openMoney = false, 'include-withheld': withheld = false } = options;
  const { commands, pool, erasure, now } = portal;
  const named = await userIdByUsernameHash(pool, commands.usernameHash(who));
  const preview = await erasure.preview(named ?? idIn(who), null);
  if (preview.refusal !== null) throw new Error(preview.refusal);
  print(erasureText(preview, { withheld }));
  if (!openMoney && openMoneyWarnings(preview).length > 0) {
    print(['Add --open-money to erase all the same.', 'Nothing was erased.']);
    return false;
  }
  if (!yes && !(await isConfirmed(preview))) {
    print(['Nothing was erased.']);
    return false;
  }
  const { isDone } = await erasure.eraseUser(
    preview.id,
    newCommand(now(), ACTOR, randomUUID()),
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

/**
 * Who it is, what goes and what stays.
 * @param choice.withheld whether it takes also what belongs to addresses that other users have too
 */
export function erasureText(
  preview: ErasurePreview,
  choice: { readonly withheld: boolean },
): readonly string[] {
  const { username, name, companies, shared_companies: shared, invoices, bill_to_until: until } = preview;
  const who = [name, username === null ? null : `(${username})`, preview.id].filter((part) => part !== null);
  return [
    `${who.join(' ')}${preview.is_deleted ? ', deleted already' : ', who will be deleted'}`,
    '',
    ...openMoneyText(preview),
    'Erased permanently, in the log and everywhere else:',
    '  the profile, the sign-in and its second factor',
    ...companies.map(
      ({ name: company, sites, migrations, orders, questions, notes }) =>
        `  the company ${company}, which has no other users: its details, the addresses and notes of ` +
        `${counted(sites, 'site')}, ${counted(migrations, 'migration')} and ${counted(orders, 'order')}, ` +
        `${counted(questions, 'question')}, ${counted(notes, 'internal note')}, its saved cards`,
    ),
    `  ${counted(preview.contact_messages, 'message')} of the contact form`,
    `  ${counted(preview.mails, 'mail')} of the outbox${preview.mails === 0 ? '' : `: ${preview.mails_by_kind.map(({ kind, mails }) => `${mails} ${kind}`).join(', ')}`}`,
    ...shared
      .filter(({ contact_goes: goes }) => goes)
      .map(
        ({ name: company }) =>
          `  the email address and phone number in the details of ${company} that are this person's; its events keep them`,
      ),
    ...(choice.withheld ? withheldText(preview) : []),
    '',
    'Stays:',
    ...(choice.withheld ? [] : withheldText(preview)),
    '  sums, readers, rates and site names, so that every invoice can still be replayed',
    ...shared.map(
      ({ name: company, other_users: users, auto_pay_ends: ends }) =>
        `  the company ${company}: ${counted(users, 'other user belongs', 'other users belong')} to it; ` +
        "its events keep old contact details, this person's too, until its last user is erased" +
        (ends ? '; its automatic payments, which this person turned on, end' : ''),
    ),
    ...(until === null
      ? []
      : [`  to whom ${counted(invoices, 'invoice')} went, until ${formatDay(until)} at the latest`]),
    '  reasons entered by administrators, and emails triggered by others about remaining companies',
    '  backups, disk snapshots and archived write-ahead log until they expire',
    '',
  ];
}

const dayOf = (instant: string) => formatDay(instant.slice(0, 10));

function openMoneyText(preview: ErasurePreview): readonly string[] {
  const warnings = openMoneyWarnings(preview);
  if (warnings.length === 0) return [];
  return [
    ...warnings,
    'Record a payment, void the invoices, pay out the credit, or add another user before.',
    '',
  ];
}

/** What belongs to addresses that other users have too. */
function withheldText({ withheld }: ErasurePreview): readonly string[] {
  const { addresses, messages, mails, contacts_of: companies } = withheld;
  if (addresses.length === 0) return [];
  return [
    ...addresses.map(
      ({ email, users }) =>
        `  of ${email}, which ${users.map(({ username }) => username).join(', ')} ${users.length === 1 ? 'has' : 'have'} too:`,
    ),
    ...messages.map(({ subject, at, email }) => `    message of ${dayOf(at)} from ${email}: ${subject}`),
    ...mails.map(({ recipient, at, subject }) => `    mail of ${dayOf(at)} to ${recipient}: ${subject}`),
    ...companies.map(({ name }) => `    the email address in the details of ${name}`),
  ];
}
