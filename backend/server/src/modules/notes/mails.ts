import {
  disputeDecider,
  disputeStream,
  invoiceDecider,
  invoiceStream,
  isPresentSite,
  noteDecider,
  noteStream,
  reveal,
  siteDecider,
  siteStream,
} from '@portal/domain';
import type { NoteSubject } from '@portal/domain/values';
import { usersByIds } from '@portal/projections';
import type { Load } from '../../kernel/execute.ts';
import { button, factTable } from '../../platform/mail/letter.ts';
import { notification, replies } from '../../platform/notifications/notification.ts';
import { companyNameOf } from '../companies/module.ts';
import { shownText } from './mentions.ts';

/** Folder of the pages, label, and the record's name, null where there is none beside the company's. */
const SUBJECTS: Readonly<
  Record<NoteSubject, { folder: string; label: string; name(load: Load, id: string): Promise<string | null> }>
> = {
  company: { folder: 'companies', label: 'Company', name: async () => null },
  site: {
    folder: 'sites',
    label: 'Site',
    async name(load, id) {
      const site = await load(siteStream(id), siteDecider);
      return isPresentSite(site) ? site.details.siteName : null;
    },
  },
  invoice: { folder: 'invoices', label: 'Invoice', name: invoiceNumber },
  dispute: {
    folder: 'disputes',
    label: 'Question about',
    async name(load, id) {
      const dispute = await load(disputeStream(id), disputeDecider);
      return dispute.status === 'none' ? null : invoiceNumber(load, dispute.invoiceId);
    },
  },
};

async function invoiceNumber(load: Load, id: string): Promise<string | null> {
  const invoice = await load(invoiceStream(id), invoiceDecider);
  return invoice.status === 'none' ? null : invoice.invoiceNumber;
}

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
    const { folder, label, name: nameOf } = SUBJECTS[note.about];
    const [company, name] = [await companyNameOf(ports, accountId), await nameOf(ports.load, note.aboutId)];
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
        factTable(['Company', company], ...(name === null ? [] : [[label, name] as const])),
        button(
          'Open the notes',
          ports.page(`/admin-dashboard/${folder}/${encodeURIComponent(note.aboutId)}/show?tab=notes`),
        ),
      ],
    });
  },
});
