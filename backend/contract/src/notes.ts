import { NOTE_FILE_TYPES, NOTE_SUBJECTS } from '@portal/domain/values';
import { z } from 'zod';
import { noteText, requiredText } from './texts.ts';

const text = noteText({ required: 'Please write a note' });
const pinned = z.boolean({ error: 'pinned is true or false' });
const id = (message: string) => z.string({ error: message }).min(1, message).max(200, message);

/** POST /api/admin/notes. `@username` of an administrator mentions that person. */
export const writeNoteSchema = z.object({
  about: z.enum(NOTE_SUBJECTS, { error: `about is one of ${NOTE_SUBJECTS.join(', ')}` }),
  about_id: id('Please name the record'),
  text,
});
export type WriteNote = z.infer<typeof writeNoteSchema>;

/** The form of a note. */
export const noteTextSchema = writeNoteSchema.pick({ text: true });

/** PATCH /api/admin/notes/{id}: only its author changes a note's text. */
export const changeNoteSchema = z
  .object({ text, pinned })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Please change the text or the pin');
export type ChangeNote = z.infer<typeof changeNoteSchema>;

/** Query of POST /api/admin/notes/{id}/files; the body is the file. */
export const noteFileQuerySchema = z.object({ name: requiredText('Please name the file').default('File') });

const noteFileSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** By its content. */
  media_type: z.enum(NOTE_FILE_TYPES),
  /** Bytes. */
  size: z.number(),
});

/** An internal note. Dealers never see one. */
export const noteSchema = z.object({
  id: z.string(),
  account_id: z.string(),
  company_name: z.string().nullable(),
  about: z.enum(NOTE_SUBJECTS),
  about_id: z.string(),
  /** Name of the site, number of the invoice, charge of the question; null for a company. */
  about_name: z.string().nullable(),
  /** With mentions as `@username`. */
  text: z.string(),
  /** User ids of the mentioned administrators. */
  mentions: z.array(z.string()),
  author_id: z.string(),
  author_name: z.string(),
  pinned: z.boolean(),
  files: z.array(noteFileSchema),
  created_at: z.string(),
  /** Null for a note that was never edited. */
  edited_at: z.string().nullable(),
});
export type Note = z.infer<typeof noteSchema>;
