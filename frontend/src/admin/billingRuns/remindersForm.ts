import type { PortalSettings } from '@portal/contract';
import { z } from 'zod';

const BEFORE = 'Please enter a whole number from 0 to 14';
const AFTER = 'Please enter at most five whole numbers from 1 to 90, parted by commas';

/** The reminders as a form holds them: the days after the due date are one text. */
export const remindersForm = z.object({
  remind_days_before_due: z
    .string({ error: BEFORE })
    .trim()
    .regex(/^\d{1,2}$/, BEFORE)
    .transform(Number)
    .refine((days) => days <= 14, BEFORE),
  remind_days_overdue: z
    .string({ error: AFTER })
    .transform((text) => text.split(/[\s,;]+/).filter(Boolean))
    .refine((parts) => parts.length <= 5 && parts.every((part) => /^\d{1,2}$/.test(part)), AFTER)
    .transform((parts) => [...new Set(parts.map(Number))].sort((a, b) => a - b))
    .refine((days) => days.every((day) => day >= 1 && day <= 90), AFTER),
});

/** What is set as the form shows it. */
export function formOfReminders(settings: PortalSettings): z.input<typeof remindersForm> {
  return {
    remind_days_before_due: String(settings.remind_days_before_due),
    remind_days_overdue: settings.remind_days_overdue.join(', '),
  };
}
