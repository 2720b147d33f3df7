import { type Decider, forbidden, notFound, unprocessable } from '../kernel/decider.ts';
import type { FieldsOf } from '../kernel/event.ts';
import { MAX_NOTE_FILES } from '../values/notes.ts';
import type { NoteEvent } from './events.ts';

type Ids = 'noteId' | 'accountId';

interface NoteText {
  /** With mentions as `@<user id>`. */
  readonly text: string;
  readonly mentions: readonly string[];
}

export type NoteCommand =
  | ({ readonly type: 'WriteNote' } & FieldsOf<NoteEvent, 'NoteWritten', 'text' | 'mentions'> & NoteText)
  | ({ readonly type: 'EditNote'; readonly actorId: string } & NoteText)
  | { readonly type: 'PinNote'; readonly pinned: boolean }
  | { readonly type: 'DeleteNote' }
  | ({ readonly type: 'AddNoteFile'; readonly name: string } & FieldsOf<
      NoteEvent,
      'NoteFileAdded',
      Ids | 'name'
    >)
  | { readonly type: 'RemoveNoteFile'; readonly fileId: string };

interface PresentNote extends FieldsOf<NoteEvent, 'NoteWritten', 'userId' | 'text'> {
  readonly status: 'present';
  readonly authorId: string;
  readonly pinned: boolean;
  /** Ids. */
  readonly files: readonly string[];
}

export type NoteState = { readonly status: 'none' | 'deleted' } | PresentNote;

function decide(command: NoteCommand, state: NoteState): readonly NoteEvent[] {
  if (command.type === 'WriteNote') {
    const { type: _type, ...data } = command;
    return state.status === 'none'
      ? [{ type: 'NoteWritten', data: { ...data, text: needed(data.text) } }]
      : [];
  }
  if (state.status === 'deleted' && command.type === 'DeleteNote') return [];
  if (state.status !== 'present') throw notFound('Note not found');
  const { noteId, accountId, authorId, pinned, files } = state;
  const ids = { noteId, accountId };
  switch (command.type) {
    case 'EditNote': {
      const { actorId, mentions } = command;
      if (actorId !== authorId) throw forbidden('Only its author may edit a note.');
      return [{ type: 'NoteEdited', data: { ...ids, text: needed(command.text), mentions } }];
    }
    case 'PinNote':
      if (command.pinned === pinned) return [];
      return [{ type: pinned ? 'NoteUnpinned' : 'NotePinned', data: ids }];
    case 'DeleteNote':
      return [{ type: 'NoteDeleted', data: ids }];
    case 'AddNoteFile': {
      const { type: _type, ...file } = command;
      if (files.includes(file.fileId)) return [];
      if (files.length >= MAX_NOTE_FILES)
        throw unprocessable(`A note has at most ${MAX_NOTE_FILES} files.`, 'file');
      return [{ type: 'NoteFileAdded', data: { ...ids, ...file } }];
    }
    case 'RemoveNoteFile': {
      const { fileId } = command;
      if (!files.includes(fileId)) throw notFound('File not found');
      return [{ type: 'NoteFileRemoved', data: { ...ids, fileId } }];
    }
  }
}

function needed(text: string): string {
  if (text.trim() === '') throw unprocessable('Please write a note', 'text');
  return text;
}

function evolve(state: NoteState, event: NoteEvent): NoteState {
  if (event.type === 'NoteWritten') {
    const { userId: authorId, text: _text, ...data } = event.data;
    return { status: 'present', ...data, authorId, pinned: false, files: [] };
  }
  if (state.status !== 'present') return state;
  switch (event.type) {
    case 'NoteEdited':
      return { ...state, mentions: event.data.mentions };
    case 'NotePinned':
      return { ...state, pinned: true };
    case 'NoteUnpinned':
      return { ...state, pinned: false };
    case 'NoteDeleted':
      return { status: 'deleted' };
    case 'NoteFileAdded':
      return { ...state, files: [...state.files, event.data.fileId] };
    case 'NoteFileRemoved':
      return { ...state, files: state.files.filter((id) => id !== event.data.fileId) };
  }
}

/** An internal note of administrators: its author edits it, each administrator pins and deletes it. */
export const noteDecider: Decider<NoteState, NoteCommand, NoteEvent> = {
  initialState: { status: 'none' },
  evolve,
  decide,
};
