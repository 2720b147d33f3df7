import type { Period } from '@portal/domain';
import { randomFor } from './random.ts';
import type { PlannedCustomer } from './siteHistory.ts';
import type { Action, Step } from './step.ts';
import { workdayAfter, workdayBefore } from './workdays.ts';

/** A billed month and the time of its run. */
interface BilledMonth {
  readonly period: Period;
  readonly run: Date;
}

/** What follows a question, without its name. */
type Answer =
  | Omit<Extract<Action, { type: 'reply' }>, 'question'>
  | Omit<Extract<Action, { type: 'settleQuestion' }>, 'question'>;

/**
 * Questions about charges. The shown dealer has three: one explained, one settled by a correction, one open without an
 * answer. Another dealer has one that is answered and still open.
 */
export function planQuestions(
  seed: number,
  options: {
    readonly customers: readonly PlannedCustomer[];
    readonly months: readonly BilledMonth[];
    readonly until: Date;
  },
): readonly Step[] {
  const { customers, months, until } = options;
  const [shown, other] = customers;
  const random = randomFor(seed, 'questions');
  const steps: Step[] = [];
  const talk = (
    customer: PlannedCustomer | undefined,
    month: BilledMonth | undefined,
    first: { readonly at: Date; readonly nth: number; readonly text: string },
    ...answers: readonly Answer[]
  ) => {
    if (customer === undefined || month === undefined || customer.admitted >= month.run) return;
    const dealer = customer.dealer.name;
    const question = `${dealer} about ${month.period}`;
    const { period } = month;
    const { nth, text } = first;
    let { at } = first;
    steps.push({ at, action: { type: 'question', question, dealer, period, nth, text } });
    for (const answer of answers) {
      at = workdayAfter(random, at, 1, 2);
      steps.push({ at, action: { ...answer, question } });
    }
  };
  const newestBefore = (at: Date) => months.findLast(({ run }) => run < at);

  const [explained, corrected] = [months.at(-5), months.at(-3)];
  if (explained !== undefined) {
    const text = 'Are readers charged that are installed but not in use yet?';
    const explanation =
      'Yes, every reader of an active site is charged, in use or not. If the site needs fewer readers, request the change on its page: it counts from the next billing date on.';
    const at = workdayAfter(random, explained.run, 3, 5);
    talk(
      shown,
      explained,
      { at, nth: 0, text },
      { type: 'settleQuestion', explanation, readerTakenOff: null },
    );
  }
  if (corrected !== undefined) {
    // the invoice is paid by then
    const at = workdayAfter(random, corrected.run, 16, 17);
    const text =
      'One reader was out of service all month, waiting for a spare part. Do we have to pay for it?';
    talk(
      shown,
      corrected,
      { at, nth: 4, text },
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
  talk(shown, newestBefore(asked), { at: asked, nth: 9, text: moved });
  const earlier = workdayBefore(random, until, random.whole(6, 8));
  talk(
    other,
    newestBefore(earlier),
    {
      at: earlier,
      nth: 0,
      text: 'Our customer has a different number of readers in the contract. What do you count?',
    },
    {
      type: 'reply',
      by: 'admin',
      text: 'The number of readers on the first of the month. Which number does the contract have?',
    },
  );
  return steps;
}
