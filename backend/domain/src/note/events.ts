import { z } from 'zod';
import { defineEvents, type EventsOf } from '../kernel/event.ts';
import { personal } from '../kernel/personal.ts';
import { countShape } from '../kernel/shapes.ts';
import { streamCategory } from '../kernel/stream.ts';
import { NOTE_FILE_TYPES, NOTE_SUBJECTS } from '../values/notes.ts';

/** `note-<id>`: one stream for each internal note. */
export const noteStream = streamCategory('note');

const ids = { noteId: z.string(), accountId: z.string() };
const written = {
  /** Mentioned administrators stand in it as `@<user id>`, so that no username outlives its user. */
  text: personal(z.string()),
  /** User ids of the mentioned administrators. */
  mentions: z.array(z.string()),
};
const ownKey = (field: string) => ({
  personal: [{ subject: 'account' as const, idField: 'accountId', fields: [field] }],
});

export const noteEvents = defineEvents(
  {
    /** An administrator wrote a note about a record of a company, or about the company itself. */
    NoteWritten: {
      ...ids,
      about: z.enum(NOTE_SUBJECTS),
      aboutId: z.string(),
      /** The author. */
      userId: z.string(),
      ...written,
    },
    NoteEdited: { ...ids, ...written },
    NotePinned: ids,
    NoteUnpinned: ids,
    NoteDeleted: ids,
    /** A file was stored with the note, outside the log. */
    NoteFileAdded: {
      ...ids,
      fileId: z.string(),
      name: personal(z.string()),
      mediaType: z.enum(NOTE_FILE_TYPES),
      /** Bytes. */
      size: countShape,
      /** Of the content, in hex. */
      sha256: z.string(),
    },
    NoteFileRemoved: { ...ids, fileId: z.string() },
  },
  { NoteWritten: ownKey('text'), NoteEdited: ownKey('text'), NoteFileAdded: ownKey('name') },
);
export type NoteEvent = EventsOf<typeof noteEvents>;
