import { phoneNumber } from './dealers.ts';
import type { Random } from './random.ts';
import type { Step } from './step.ts';
import { FIRST_NAMES, LAST_NAMES, QUESTIONS, REGIONS } from './words.ts';
import { workdayAfter, workdayBefore } from './workdays.ts';

/** Recent messages without an answer. */
const OPEN = 3;

/** Messages of the contact form in the last six months. */
export function planContact(random: Random, until: Date): readonly Step[] {
  return random.shuffled(QUESTIONS).flatMap(({ subject, message }, index, all): Step[] => {
    const first = random.pick(FIRST_NAMES);
    const last = random.pick(LAST_NAMES);
    const open = index >= all.length - OPEN;
    const ago = open ? random.whole(1, 7) : 12 + (all.length - OPEN - index) * 18 + random.whole(0, 6);
    const at = workdayBefore(random, until, ago);
    const request = {
      contact_name: `${first} ${last}`,
      contact_email: `${first}.${last}@example.com`.toLowerCase(),
      contact_phone: phoneNumber(random, random.pick(REGIONS).areaCode),
      contact_subject: subject,
      contact_message: message,
    };
    const name = `question ${index}`;
    const written: Step = { at, action: { type: 'write', message: name, request } };
    if (open) return [written];
    return [written, { at: workdayAfter(random, at, 1, 2), action: { type: 'answer', message: name } }];
  });
}
