import type { Period } from '@portal/domain';
import { randomFor } from './random.ts';
import type { PlannedCustomer } from './siteHistory.ts';
import type { Action, Add } from './step.ts';
import { workdayAfter, workdayBefore } from './workdays.ts';

/** What follows a question, without its name. */
type Answer =
  | Omit<Extract<Action, { type: 'reply' }>, 'question'>
  | Omit<Extract<Action, { type: 'settleQuestion' }>, 'question'>;

/**
 * Questions about charges. The shown dealer has three: one explained, one settled by a correction, one open without an
 * answer. Another dealer has one that is answered and still open.
 * @param months those billed, with the times of their runs
 */
export function planQuestions(
  seed: number,
  add: Add,
  [shown, other]: readonly PlannedCustomer[],
  months: readonly { readonly period: Period; readonly run: Date }[],
  until: Date,
): void {
  const random = randomFor(seed, 'questions');
  const talk = (
    customer: PlannedCustomer | undefined,
    month: (typeof months)[number] | undefined,
    asked: Date,
    nth: number,
    text: string,
    ...answers: readonly Answer[]
  ) => {
    if (customer === undefined || month === undefined || customer.admitted >= month.run) return;
    const dealer = customer.dealer.name;
    const { period } = month;
    const question = `${dealer} about ${period}`;
    let at = add(asked, { type: 'question', question, dealer, period, nth, text });
    for (const answer of answers) at = add(workdayAfter(random, at, 1, 2), { ...answer, question });
  };
  const newestBefore = (at: Date) => months.findLast(({ run }) => run < at);

  const [explained, corrected] = [months.at(-5), months.at(-3)];
  if (explained !== undefined) {
    const explanation =
      'Yes, every reader of an active site is charged, in use or not. If the site needs fewer readers, request the change on its page: it counts from the next billing date on.';
    const at = workdayAfter(random, explained.run, 3, 5);
    const text = 'Are readers charged that are installed but not in use yet?';
    talk(shown, explained, at, 0, text, { type: 'settleQuestion', explanation, readerTakenOff: null });
  }
  if (corrected !== undefined) {
    talk(
      shown,
      corrected,
      // the invoice is paid by then
      workdayAfter(random, corrected.run, 16, 17),
      4,
      'One reader was out of service all month, waiting for a spare part. Do we have to pay for it?',
      { type: 'reply', by: 'admin', text: 'Which reader is it, and does it work again?' },
      { type: 'reply', by: 'dealer', text: 'The one at the loading dock. It works again since yesterday.' },
      {
        type: 'settleQuestion',
        explanation: 'We took it off this invoice. The difference is account credit now.',
        readerTakenOff: 'Reader at the loading dock was out of service all month',
      },
    );
  }
  const asked = workdayBefore(random, until, random.whole(1, 3));
  const moved = 'Two readers were moved from here to another of our sites. Are they counted at both?';
  talk(shown, newestBefore(asked), asked, 9, moved);
  const earlier = workdayBefore(random, until, random.whole(6, 8));
  const text = 'Our customer has a different number of readers in the contract. What do you count?';
  talk(other, newestBefore(earlier), earlier, 0, text, {
    type: 'reply',
    by: 'admin',
    text: 'The number of readers on the first of the month. Which number does the contract have?',
  });
}
