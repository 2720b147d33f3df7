import { createHash } from 'node:crypto';
import { BusinessRefusal, noteDecider, noteStream, notFound, unprocessable } from '@portal/domain';
import type { NoteFileType } from '@portal/domain/values';
import type { KeyRing } from '@portal/event-store';
import { inTransaction, noteById } from '@portal/projections';
import type pg from 'pg';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { type CommandContext, deriveId } from '../../kernel/commandContext.ts';
import { found } from '../../kernel/found.ts';
import type { Migration } from '../../platform/database/migrate.ts';
import { unwrap, wrap } from '../../platform/keyRing/wrapping.ts';
import { type NotePorts, runOnNote } from './notes.ts';

export interface NoteFilePorts extends NotePorts {
  readonly pool: pg.Pool;
  readonly keyRing: Pick<KeyRing, 'ensure' | 'find'>;
}

const TABLE = 'note_files';

/**
 * `note_files`: the content of files, encrypted with the company's key, in parts that a backup can hold in memory by the
 * thousand. Names, sizes and hashes are in the log.
 */
export const noteFilesMigration: Migration = {
  name: '0022_note_files',
  up: (knex) =>
    knex.schema.createTable(TABLE, (table) => {
      table.text('file_id').notNullable();
      table.integer('part').notNullable();
      table.text('note_id').notNullable().index();
      table.text('account_id').notNullable().index();
      table.binary('content').notNullable();
      table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
      table.primary(['file_id', 'part']);
    }),
};

const PART_BYTES = 16_384;
/** An upload that was not recorded in the log by then has broken off. */
const BROKEN_OFF = '1 hour';

const keyOf = (accountId: string) => `account-${accountId}`;
const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** How files of these types begin. */
const BEGINNINGS: readonly (readonly [NoteFileType, Buffer])[] = [
  ['application/pdf', Buffer.from('%PDF-')],
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/jpeg', Buffer.from([0xff, 0xd8, 0xff])],
];

/** The type of a file by its content; null for any other. */
export const typeOf = (content: Buffer): NoteFileType | null =>
  BEGINNINGS.find(([, begin]) => content.subarray(0, begin.length).equals(begin))?.[0] ?? null;

/**
 * Stores a file, then AddNoteFile: a file that the log does not name is never answered.
 * @throws BusinessRefusal unprocessable for another type or too many files; not_found as {@link runOnNote}
 */
export async function addNoteFile(
  ports: NoteFilePorts,
  noteId: string,
  { name, content }: { readonly name: string; readonly content: Buffer },
  context: CommandContext,
): Promise<CausalChain> {
  const mediaType = typeOf(content);
  if (mediaType === null)
    throw unprocessable('Please choose a PDF, PNG or JPEG file. This one is none.', 'file');
  const fileId = deriveId(context, 'note file');
  const note = await ports.commands.load(noteStream(noteId), noteDecider);
  if (note.status !== 'present') throw notFound('Note not found');
  const subject = keyOf(note.accountId);
  const key = found((await ports.keyRing.ensure([subject])).get(subject) ?? null, 'Note');
  const sealed = wrap(content, fileId, key);
  const parts = Array.from({ length: Math.ceil(sealed.length / PART_BYTES) }, (_, part) =>
    sealed.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
  );
  await inTransaction(ports.pool, async (transaction) => {
    await transaction.query(
      `DELETE FROM ${TABLE} WHERE note_id = $1 AND file_id <> ALL($2::text[]) AND created_at < now() - interval '${BROKEN_OFF}'`,
      [noteId, note.files],
    );
    await transaction.query(
      `INSERT INTO ${TABLE} (file_id, part, note_id, account_id, content)
       SELECT $1, part - 1, $2, $3, content FROM unnest($4::bytea[]) WITH ORDINALITY AS t (content, part)
       ON CONFLICT DO NOTHING`,
      [fileId, noteId, note.accountId, parts],
    );
  });
  const file = { fileId, name, mediaType, size: content.length, sha256: sha256Of(content) };
  try {
    return await runOnNote(ports, noteId, [{ type: 'AddNoteFile', ...file }], context);
  } catch (error) {
    if (error instanceof BusinessRefusal) await dropFile(ports, noteId, fileId);
    throw error;
  }
}

/**
 * Deletes the content, then RemoveNoteFile: where it breaks off in between, the file is still listed and is removed again.
 * @throws BusinessRefusal not_found for an unknown file, and as {@link runOnNote}
 */
export async function removeNoteFile(
  ports: NoteFilePorts,
  noteId: string,
  fileId: string,
  context: CommandContext,
): Promise<CausalChain> {
  const note = await ports.commands.load(noteStream(noteId), noteDecider);
  if (note.status === 'present' && note.files.includes(fileId)) await dropFile(ports, noteId, fileId);
  return runOnNote(ports, noteId, [{ type: 'RemoveNoteFile', fileId }], context);
}

const dropFile = ({ pool }: Pick<NoteFilePorts, 'pool'>, noteId: string, fileId: string) =>
  pool.query(`DELETE FROM ${TABLE} WHERE note_id = $1 AND file_id = $2`, [noteId, fileId]);

/** Deletes the content of a note's files. */
export const dropFilesOfNote = ({ pool }: Pick<NoteFilePorts, 'pool'>, noteId: string) =>
  pool.query(`DELETE FROM ${TABLE} WHERE note_id = $1`, [noteId]);

/** Deletes the content of these companies' files. */
export const dropFilesOfCompanies = (pool: pg.Pool, accountIds: readonly string[]) =>
  pool.query(`DELETE FROM ${TABLE} WHERE account_id = ANY($1::text[])`, [accountIds]);

/**
 * A file with its name and type. Freshness: `notes`.
 * @throws BusinessRefusal not_found for an unknown or removed one; Error if its content is not what the log says
 */
export async function readNoteFile({ db, pool, keyRing }: NoteFilePorts, noteId: string, fileId: string) {
  const note = await noteById(db, noteId);
  const file = found(note?.files.find(({ id }) => id === fileId) ?? null, 'File');
  const subject = keyOf(note?.account_id ?? '');
  const key = found((await keyRing.find([subject])).get(subject) ?? null, 'File');
  const { rows } = await pool.query<{ content: Buffer }>(
    `SELECT content FROM ${TABLE} WHERE note_id = $1 AND file_id = $2 ORDER BY part`,
    [noteId, fileId],
  );
  if (rows.length === 0) throw notFound('File not found');
  const content = unwrap(Buffer.concat(rows.map((row) => row.content)), fileId, key);
  if (sha256Of(content) !== file.sha256)
    throw new Error(`The content of file ${fileId} of a note was changed`);
  return { ...file, content };
}
