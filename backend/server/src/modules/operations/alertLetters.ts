import { dayOfInstant, formatDay } from '@portal/domain/values';
import type { Block, Letter } from '../../platform/mail/letter.ts';

/** An alert as a letter tells it. */
interface ToldAlert {
  readonly title: string;
  readonly todo: string;
  readonly link_path: string;
  readonly link_label: string;
  readonly opened_at: Date;
}

interface Tellings {
  readonly opened: readonly ToldAlert[];
  readonly lasting: readonly ToldAlert[];
  readonly resolved: readonly ToldAlert[];
}

/** More than so many are counted, not told one by one. */
const MOST_TOLD = 10;

/** To administrators: what the portal found wrong, what lasts, and what is over; all of it in one mail. */
export function alertLetter(
  { opened, lasting, resolved }: Tellings,
  at: { page(path: string): string; readonly timeZone: string },
): Letter {
  const troubles = [...opened, ...lasting];
  const since = (time: Date) => {
    const clock = time.toLocaleTimeString('en-US', {
      timeZone: at.timeZone,
      hour: 'numeric',
      minute: '2-digit',
    });
    return `${formatDay(dayOfInstant(time.toISOString(), at.timeZone))}, ${clock}`;
  };
  const blocks: Block[] = [];
  for (const alert of troubles.slice(0, MOST_TOLD)) {
    blocks.push(
      {
        kind: 'facts',
        facts: [
          [lasting.includes(alert) ? 'Still' : 'New', alert.title],
          ['What to do', alert.todo],
          ['Since', since(alert.opened_at)],
        ],
      },
      { kind: 'button', label: alert.link_label, href: at.page(`/admin-dashboard${alert.link_path}`) },
    );
  }
  if (troubles.length > MOST_TOLD) {
    blocks.push({
      kind: 'paragraph',
      text: `And ${troubles.length - MOST_TOLD} more, on the admin dashboard.`,
    });
  }
  if (resolved.length > 0) {
    blocks.push({
      kind: 'facts',
      facts: resolved.slice(0, MOST_TOLD).map(({ title }) => ['Over', title] as const),
    });
    if (resolved.length > MOST_TOLD)
      blocks.push({ kind: 'paragraph', text: `And ${resolved.length - MOST_TOLD} more that are over.` });
  }
  blocks.push({
    kind: 'note',
    text: `What is open stands on the admin dashboard, ${at.page('/admin-dashboard')}. While it lasts, and until somebody acknowledges it there, a reminder comes once a day. Which alerts are mailed, and to whom, is set under Settings.`,
  });
  const [subject, title] = headings(opened, lasting, resolved);
  return { subject, preheader: preheaderOf(troubles, resolved), title, blocks };
}

function headings(
  opened: readonly ToldAlert[],
  lasting: readonly ToldAlert[],
  resolved: readonly ToldAlert[],
): readonly [subject: string, title: string] {
  const [first] = opened.length > 0 ? opened : lasting.length > 0 ? lasting : resolved;
  const of = (some: readonly ToldAlert[], one: string, many: string) =>
    some.length === 1 ? one : `${some.length} ${many}`;
  if (opened.length > 0) {
    const title = of(opened, 'The portal needs you', 'things need you');
    return [opened.length === 1 ? `Alert: ${first?.title}` : `Alert: ${title}`, title];
  }
  if (lasting.length > 0) {
    const title = of(lasting, 'It still needs you', 'things still need you');
    return [lasting.length === 1 ? `Still: ${first?.title}` : `Reminder: ${title}`, title];
  }
  return [
    resolved.length === 1 ? `Resolved: ${first?.title}` : `Resolved: ${resolved.length} alerts`,
    of(resolved, 'This is over', 'alerts are over'),
  ];
}

function preheaderOf(troubles: readonly ToldAlert[], resolved: readonly ToldAlert[]): string {
  const [first] = troubles;
  if (first !== undefined) return first.todo;
  return resolved.length === 1 ? 'What was wrong is well again.' : 'They are well again.';
}
