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

const lineSchema = z.union([
  /** Stream, revision, id, type, data, metadata. */
  z.object({ event: z.tuple([z.string(), z.string(), z.string(), z.string(), z.string(), z.string()]) }),
  z.object({ header: headerSchema }),
  z.object({ table: tableSchema }),
  z.object({ file: z.string() }),
  z.object({ text: z.string() }),
  z.object({ end: endSchema }),
]);

/** A line. Rows stay text as PostgreSQL wrote it, because its numbers are more precise than JavaScript's. */
export type BackupLine = z.infer<typeof lineSchema> | { readonly row: string };

const ROW = '{"row":';

export const lineOf = (line: BackupLine): string =>
  'row' in line ? `${ROW}${line.row}}` : JSON.stringify(line);

export const eventLine = ({ stream, revision, id, type, data, metadata }: CopiedEvent): string =>
  lineOf({ event: [stream, String(revision), id, type, data, metadata] });

export const eventOf = ([stream, revision, id, type, data, metadata]: EventLine['event']): CopiedEvent => ({
  stream,
  revision: BigInt(revision),
  id,
  type,
  data,
  metadata,
});
type EventLine = Extract<BackupLine, { readonly event: unknown }>;

/** @throws Error for a line of no known form, e.g. of a later format */
export function parseLine(json: string): BackupLine {
  if (json.startsWith(ROW)) return { row: json.slice(ROW.length, -1) };
  const parsed = lineSchema.safeParse(JSON.parse(json));
  if (!parsed.success) throw new Error('This file is not a portal backup, or was made by a later version.');
  return parsed.data;
}
