import { type CorrectionInput, type CorrectionPreview, correctionSchema } from '@portal/contract';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';

/** What can be corrected: a line of the preview. */
export type CorrectableLine = CorrectionPreview['lines'][number];

const text = z.string();

/** What a person enters about one site, with what stood there; `site_id` is blank for a line of one's own. */
const entryFields = z.object({
  site_id: text,
  name: text,
  was: z.object({ readers: text, rate: text, billed: text }),
  readers: text,
  rate: text,
  /** `yes` or `no`. */
  billed: text,
  text,
  amount: text,
  reason: text,
});
export type CorrectionEntry = z.infer<typeof entryFields>;

/** A form with corrections among its fields. */
export interface WithEntries {
  readonly entries: CorrectionEntry[];
}

/** The corrections of a form that may have other fields too. */
export const entriesOf = (form: unknown) => form as UseFormReturn<WithEntries, unknown, unknown>;

/** As they are entered, for a form that checks them only where they count. */
export const enteredSchema = z.array(entryFields);

/** Checked by the schema of the request, each problem at its own field. */
export const entriesSchema = z.array(
  entryFields.superRefine((entry, context) => {
    const named = correctionsOf(entry);
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (named.length === 0) {
      refuse('readers', 'Please correct the readers, the rate or the billing');
      if (entry.reason.trim() === '') refuse('reason', 'Reason is required');
    }
    const problems = named.flatMap(
      (correction) => correctionSchema.safeParse(correction).error?.issues ?? [],
    );
    const messages = new Map(problems.map(({ path, message }) => [String(path[0]), message]));
    for (const [path, message] of messages) refuse(path, message);
  }),
);

export const someEntriesSchema = entriesSchema.min(1, 'Please add what is to be corrected');

const OWN_LINE: CorrectionEntry = {
  site_id: '',
  name: 'Your own line',
  was: { readers: '', rate: '', billed: '' },
  readers: '',
  rate: '',
  billed: 'yes',
  text: '',
  amount: '',
  reason: '',
};

/** An entry as it stands before anything is corrected; without a line it is one of one's own. */
export function entryFor(line: CorrectableLine | undefined): CorrectionEntry {
  if (line === undefined) return OWN_LINE;
  const was = {
    readers: String(line.readers_after),
    rate: line.rate_after.toFixed(2),
    billed: line.billed_after ? 'yes' : 'no',
  };
  return { ...OWN_LINE, site_id: line.site_id ?? '', name: line.name, was, ...was };
}

/** The corrections of one entry: what differs from what stood there. */
export function correctionsOf(entry: CorrectionEntry): readonly CorrectionInput[] {
  const { site_id, was, readers, rate, billed, reason } = entry;
  if (site_id === '') return [{ kind: 'line', text: entry.text, amount: entry.amount, reason }];
  return [
    ...(readers.trim() === was.readers ? [] : [{ kind: 'readers' as const, site_id, readers, reason }]),
    ...(isSameNumber(rate, was.rate) ? [] : [{ kind: 'rate' as const, site_id, rate, reason }]),
    ...(billed === was.billed
      ? []
      : [{ kind: 'billed' as const, site_id, billed: billed === 'yes', reason }]),
  ];
}

const isSameNumber = (one: string, other: string) => one.trim() !== '' && Number(one) === Number(other);
