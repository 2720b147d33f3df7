import type { CopiedEvent } from '@portal/event-store';
import { z } from 'zod';

/**
 * Format of a backup, one item per line: a header; each table with its columns and rows; each file with its lines; the events
 * in order; and the totals.
 */
export const FORMAT = 1;

const sealedKeySchema = z.object({
  salt: z.string(),
  iv: z.string(),
  tag: z.string(),
  sealed: z.string(),
});

/** KEY_ENCRYPTION_KEY, encrypted by a passphrase; each part base64. */
export type SealedKey = z.infer<typeof sealedKeySchema>;

const headerSchema = z.object({
  backup: z.literal('dealer-portal'),
  format: z.literal(FORMAT),
  madeAt: z.string(),
  /** Migrations applied to the saved tables. */
  migrations: z.array(z.string()),
  key: sealedKeySchema.nullable(),
});
export type BackupHeader = z.infer<typeof headerSchema>;

const endSchema = z.object({
  /** Rows by table. */
  rows: z.record(z.string(), z.number()),
  /** Number of the last event and hash of the chain up to it. */
  log: z.object({ seq: z.number(), hash: z.string() }),
});
export type BackupEnd = z.infer<typeof endSchema>;

const tableSchema = z.object({ name: z.string(), columns: z.array(z.string()) });
export type SavedTable = z.infer<typeof tableSchema>;

/** A line. Rows stay text as PostgreSQL wrote it, because its numbers are more precise than JavaScript's. */
export type BackupLine =
  | { readonly kind: 'header'; readonly header: BackupHeader }
  | { readonly kind: 'table'; readonly table: SavedTable }
  | { readonly kind: 'row'; readonly row: string }
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'event'; readonly event: CopiedEvent }
  | { readonly kind: 'end'; readonly end: BackupEnd };

const ROW = '{"row":';

export const headerLine = (header: BackupHeader): string => JSON.stringify({ header });
export const tableLine = (table: SavedTable): string => JSON.stringify({ table });
/** @param row JSON text of an object */
export const rowLine = (row: string): string => `${ROW}${row}}`;
export const fileLine = (file: string): string => JSON.stringify({ file });
export const textLine = (text: string): string => JSON.stringify({ text });
export const endLine = (end: BackupEnd): string => JSON.stringify({ end });
export const eventLine = ({ stream, revision, id, type, data, metadata }: CopiedEvent): string =>
  JSON.stringify({ event: [stream, String(revision), id, type, data, metadata] });

const lineSchema = z.union([
  z.object({ header: headerSchema }).transform(({ header }) => ({ kind: 'header' as const, header })),
  z.object({ table: tableSchema }).transform(({ table }) => ({ kind: 'table' as const, table })),
  z.object({ file: z.string() }).transform(({ file }) => ({ kind: 'file' as const, name: file })),
  z.object({ text: z.string() }).transform(({ text }) => ({ kind: 'text' as const, text })),
  z.object({ end: endSchema }).transform(({ end }) => ({ kind: 'end' as const, end })),
  z
    .object({ event: z.tuple([z.string(), z.string(), z.string(), z.string(), z.string(), z.string()]) })
    .transform(({ event: [stream, revision, id, type, data, metadata] }) => ({
      kind: 'event' as const,
      event: { stream, revision: BigInt(revision), id, type, data, metadata },
    })),
]);

/** @throws Error for a line of no known form, e.g. of a later format */
export function parseLine(json: string): BackupLine {
  if (json.startsWith(ROW)) return { kind: 'row', row: json.slice(ROW.length, -1) };
  const parsed = lineSchema.safeParse(JSON.parse(json));
  if (!parsed.success) throw new Error('This file is not a portal backup, or was made by a later version.');
  return parsed.data;
}
