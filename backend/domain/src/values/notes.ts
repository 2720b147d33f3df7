/** Records that internal notes are about; a dispute is shown as a question. */
export const NOTE_SUBJECTS = ['company', 'site', 'invoice', 'dispute'] as const;
export type NoteSubject = (typeof NOTE_SUBJECTS)[number];

/** Internal notes about one record. */
export const MAX_NOTES = 500;
/** Administrators that one note mentions. */
export const MAX_MENTIONS = 20;
/** Files of one note. */
export const MAX_NOTE_FILES = 10;
/** Size of a file, in bytes. */
export const MAX_FILE_BYTES = 10_000_000;
/** Types of files, checked by content. */
export const NOTE_FILE_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const;
export type NoteFileType = (typeof NOTE_FILE_TYPES)[number];
