import type { ChangeNote, WriteNote } from '@portal/contract';
import {
  accountDecider,
  accountStream,
  inSequence,
  type NoteCommand,
  noteDecider,
  noteStream,
  notFound,
  unprocessable,
} from '@portal/domain';
import { MAX_MENTIONS, MAX_NOTES } from '@portal/domain/values';
import { administrators, listNotes } from '@portal/projections';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import type { CommandPorts } from '../../kernel/commandPorts.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import type { ReadPorts } from '../../platform/readPorts.ts';
import { storedText } from './mentions.ts';
import { SUBJECTS } from './subjects.ts';

export interface NotePorts extends ReadPorts {
  readonly commands: CommandPorts;
}

/**
 * WriteNote about a record.
 * @throws BusinessRefusal not_found for an unknown record or an erased company; unprocessable for too many notes or mentions
 */
export async function writeNote(
  ports: NotePorts,
  { about, about_id: aboutId, text }: WriteNote,
  userId: string,
  context: CommandContext,
): Promise<{ readonly noteId: string; readonly chain: CausalChain }> {
  const noteId = deriveId(context, 'note');
  const { noun, read } = SUBJECTS[about];
  const accountId = (await read(ports.commands.load, aboutId))?.accountId;
  if (accountId === undefined || !(await isReadable(ports, accountId))) throw notFound(`${noun} not found`);
  const { total } = await listNotes(ports.db, { filter: { about, about_id: aboutId }, range: [0, -1] });
  if (total >= MAX_NOTES)
    throw unprocessable(`There are ${MAX_NOTES} notes already. Please delete some.`, 'text');
  const command = { type: 'WriteNote', noteId, accountId, about, aboutId, userId } as const;
  const written = await withMentions(ports, text);
  const chain = await runCommand(ports.commands, {
    stream: noteStream(noteId),
    decider: noteDecider,
    accounts: [accountId],
    command: { ...command, ...written },
    context,
  });
  return { noteId, chain };
}

/** EditNote and PinNote, as far as they are asked for. @throws BusinessRefusal as {@link runOnNote} and the decider */
export async function changeNote(
  ports: NotePorts,
  noteId: string,
  { text, pinned }: ChangeNote,
  actorId: string,
  context: CommandContext,
): Promise<CausalChain> {
  const steps: NoteCommand[] = [];
  if (text !== undefined) steps.push({ type: 'EditNote', actorId, ...(await withMentions(ports, text)) });
  if (pinned !== undefined) steps.push({ type: 'PinNote', pinned });
  return runOnNote(ports, noteId, steps, context);
}

/** DeleteNote. @throws BusinessRefusal as {@link runOnNote} */
export const deleteNote = (ports: NotePorts, noteId: string, context: CommandContext): Promise<CausalChain> =>
  runOnNote(ports, noteId, [{ type: 'DeleteNote' }], context);

/** @throws BusinessRefusal not_found for an unknown or deleted note, and one of an erased company */
export async function runOnNote(
  ports: NotePorts,
  noteId: string,
  command: readonly NoteCommand[],
  context: CommandContext,
): Promise<CausalChain> {
  const note = await ports.commands.load(noteStream(noteId), noteDecider);
  if (note.status !== 'present' || !(await isReadable(ports, note.accountId)))
    throw notFound('Note not found');
  return runCommand(ports.commands, {
    stream: noteStream(noteId),
    decider: inSequence(noteDecider),
    accounts: [note.accountId],
    command,
    context,
  });
}

/** Whether the company exists and its data was not erased. */
async function isReadable({ commands }: NotePorts, accountId: string): Promise<boolean> {
  const account = await commands.load(accountStream(accountId), accountDecider);
  return account.status !== 'none' && !account.dataErased;
}

/** @throws BusinessRefusal unprocessable for more than {@link MAX_MENTIONS} people */
async function withMentions({ db, today }: NotePorts, text: string) {
  const written = storedText(text, await administrators(db, today()));
  if (written.mentions.length > MAX_MENTIONS)
    throw unprocessable(`Please mention at most ${MAX_MENTIONS} administrators`, 'text');
  return written;
}
