/** Records that internal notes are about; a dispute is shown as a question. */
export const NOTE_SUBJECTS = ['company', 'site', 'invoice', 'dispute'] as const;
export type NoteSubject = (typeof NOTE_SUBJECTS)[number];

/** Internal notes about one record. */
export const MAX_NOTES = 500;
/** Administrators that one note mentions. */
export const MAX_MENTIONS = 20;
