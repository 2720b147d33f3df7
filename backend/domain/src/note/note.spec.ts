import { describe, it } from 'vitest';
import { given } from '../../test/given.ts';
import type { NoteEvent } from './events.ts';
import { noteDecider } from './note.ts';

const data = {
  noteId: 'n1',
  accountId: 'a1',
  about: 'site',
  aboutId: 's1',
  userId: 'boss',
  text: 'Call @jo first',
  mentions: ['jo'],
} as const;
const ids = { noteId: 'n1', accountId: 'a1' };
const write = { type: 'WriteNote', ...data } as const;
const written: NoteEvent = { type: 'NoteWritten', data };
const pinned: NoteEvent = { type: 'NotePinned', data: ids };
const deleted: NoteEvent = { type: 'NoteDeleted', data: ids };
const edit = (actorId: string, text = 'Call nobody') =>
  ({ type: 'EditNote', actorId, text, mentions: [] }) as const;
const pin = (on: boolean) => ({ type: 'PinNote', pinned: on }) as const;
const note = (...history: NoteEvent[]) => given(noteDecider, written, ...history);

describe('an internal note', () => {
  it('is written once', () => {
    given(noteDecider).when(write).thenEvents(written);
    note().when(write).thenNothing();
  });
  it('needs a text', () => {
    given(noteDecider)
      .when({ ...write, text: ' \n' })
      .thenRefused('unprocessable', 'Please write a note', 'text');
    note().when(edit('boss', '')).thenRefused('unprocessable', 'Please write a note', 'text');
  });
  it('is edited by its author alone', () => {
    note()
      .when(edit('boss'))
      .thenEvents({ type: 'NoteEdited', data: { ...ids, text: 'Call nobody', mentions: [] } });
    note().when(edit('jo')).thenRefused('forbidden', 'Only its author may edit a note.');
  });
  it('is pinned and unpinned', () => {
    note().when(pin(true)).thenEvents(pinned);
    note(pinned).when(pin(true)).thenNothing();
    note(pinned).when(pin(false)).thenEvents({ type: 'NoteUnpinned', data: ids });
    note(pinned, { type: 'NoteUnpinned', data: ids }).when(pin(false)).thenNothing();
  });
  it('has up to ten files', () => {
    const file = { name: 'check.png', mediaType: 'image/png', size: 7, sha256: 'ab' } as const;
    const add = (fileId: string) => ({ type: 'AddNoteFile', fileId, ...file }) as const;
    const added = (fileId: string): NoteEvent => ({
      type: 'NoteFileAdded',
      data: { ...ids, fileId, ...file },
    });
    const remove = { type: 'RemoveNoteFile', fileId: 'f0' } as const;
    const removed: NoteEvent = { type: 'NoteFileRemoved', data: { ...ids, fileId: 'f0' } };
    const ten = Array.from({ length: 10 }, (_, n) => added(`f${n}`));
    note().when(add('f0')).thenEvents(added('f0'));
    note(added('f0')).when(add('f0')).thenNothing();
    note(...ten)
      .when(add('f10'))
      .thenRefused('unprocessable', 'A note has at most 10 files.', 'file');
    note(...ten)
      .when(remove)
      .thenEvents(removed);
    note(...ten, removed)
      .when(add('f10'))
      .thenEvents(added('f10'));
    note(added('f0'), removed).when(remove).thenRefused('not_found', 'File not found');
    note(deleted).when(add('f0')).thenRefused('not_found', 'Note not found');
  });
  it('is deleted, after which nothing changes it', () => {
    note().when({ type: 'DeleteNote' }).thenEvents(deleted);
    note(deleted).when({ type: 'DeleteNote' }).thenNothing();
    for (const command of [edit('boss'), pin(true)])
      note(deleted).when(command).thenRefused('not_found', 'Note not found');
    note(deleted).when(write).thenNothing();
    given(noteDecider).when({ type: 'DeleteNote' }).thenRefused('not_found', 'Note not found');
  });
});
