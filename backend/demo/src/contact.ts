import { phoneNumber } from './dealers.ts';
import type { Random } from './random.ts';
import type { Step } from './step.ts';
import { FIRST_NAMES, LAST_NAMES, QUESTIONS, REGIONS } from './words.ts';
import { workdayAfter, workdayBefore } from './workdays.ts';

/** The last of them came lately and are still open. */
const OPEN = 3;

/** What visitors wrote in the contact form over the last half year. */
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
    const written: Step = { at, deed: { type: 'write', message: name, request } };
    if (open) return [written];
    return [written, { at: workdayAfter(random, at, 1, 2), deed: { type: 'answer', message: name } }];
  });
}
