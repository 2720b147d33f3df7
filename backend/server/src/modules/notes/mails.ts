import { noteDecider, noteStream, reveal } from '@portal/domain';
import { usersByIds } from '@portal/projections';
import { button, factTable } from '../../platform/mail/letter.ts';
import { notification, replies } from '../../platform/notifications/notification.ts';
import { companyNameOf } from '../companies/module.ts';
import { shownText } from './mentions.ts';
import { SUBJECTS } from './subjects.ts';

/** Mails administrators whom a note mentions for the first time, regardless of flags, but not its author. */
export const mailMentionedOnNote = notification({
  name: 'mailMentionedOnNote',
  types: ['NoteWritten', 'NoteEdited'],
  async write(envelope, ports) {
    const { noteId, accountId, mentions, text } = envelope.event.data;
    const note = await ports.load(noteStream(noteId), noteDecider);
    // deleted meanwhile
    if (note.status !== 'present') return [];
    const before = await ports.stateBefore(envelope, noteDecider);
    const known = before.status === 'present' ? before.mentions : [];
    const admins = await ports.administrators();
    const mentioned = admins.filter(
      ({ id }) => id !== null && mentions.includes(id) && !known.includes(id) && id !== note.authorId,
    );
    if (mentioned.length === 0) return [];
    const { folder, noun, read } = SUBJECTS[note.about];
    const company = await companyNameOf(ports, accountId);
    const name = (await read(ports.load, note.aboutId))?.name ?? null;
    const author = admins.find(({ id }) => id === note.authorId)?.name || 'An administrator';
    const people = await usersByIds(ports.db, mentions, ports.billingDay(envelope.metadata.recordedAt));
    const usernames = new Map(people.map(({ id, username }) => [id, username]));
    const about = name === null ? company : `${name}, ${company}`;
    return replies('noteMention', mentioned, null, {
      subject: `${author} mentioned you in a note about ${name ?? company}`,
      preheader: `About ${about}.`,
      title: 'You were mentioned in a note',
      blocks: [
        `${author} writes: ${shownText({ text: reveal(text), mentions }, (id) => usernames.get(id))}`,
        factTable(['Company', company], ...(name === null ? [] : [[noun, name] as const])),
        button(
          'Open the notes',
          ports.page(`/admin-dashboard/${folder}/${encodeURIComponent(note.aboutId)}/show?tab=notes`),
        ),
      ],
    });
  },
});
