import { phoneNumber } from './dealers.ts';
import type { Random } from './random.ts';
import type { Add } from './step.ts';
import { FIRST_NAMES, LAST_NAMES, QUESTIONS, REGIONS } from './words.ts';
import { workdayAfter, workdayBefore } from './workdays.ts';

/** Recent messages without an answer. */
const OPEN = 3;

/** Messages of the contact form in the last six months. */
export function planContact(random: Random, add: Add, until: Date): void {
  for (const [index, { subject, message }] of random.shuffled(QUESTIONS).entries()) {
    const first = random.pick(FIRST_NAMES);
    const last = random.pick(LAST_NAMES);
    const older = QUESTIONS.length - OPEN - index;
    const ago = older <= 0 ? random.whole(1, 7) : 12 + older * 18 + random.whole(0, 6);
    const at = workdayBefore(random, until, ago);
    const request = {
      contact_name: `${first} ${last}`,
      contact_email: `${first}.${last}@example.com`.toLowerCase(),
      contact_phone: phoneNumber(random, random.pick(REGIONS).areaCode),
      contact_subject: subject,
      contact_message: message,
    };
    const name = `question ${index}`;
    add(at, { type: 'write', message: name, request });
    if (older > 0) add(workdayAfter(random, at, 1, 2), { type: 'answer', message: name });
  }
}
