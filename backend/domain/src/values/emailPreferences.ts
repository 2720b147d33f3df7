import type { DealerRole } from './dealerRoles.ts';

/** The nine email preference flags (S2-3), in the order of the settings page. */
export const EMAIL_PREFERENCE_FLAGS = [
  'site_created',
  'site_approved',
  'site_inactive',
  'site_deleted',
  'invoice_created',
  'invoice_paid',
  'admin_site_created',
  'admin_dealer_registration',
  'contact_form',
] as const;

type EmailPreferenceFlag = (typeof EMAIL_PREFERENCE_FLAGS)[number];

export const forEachFlag = <T>(value: T) =>
  Object.fromEntries(EMAIL_PREFERENCE_FLAGS.map((flag) => [flag, value])) as Record<EmailPreferenceFlag, T>;

export type EmailPreferenceFlags = Readonly<Record<EmailPreferenceFlag, boolean>>;

/**
 * All on by default; the administrators' three only for administrators (S2-3). Colleagues who don't own the company get what their
 * role is for.
 */
export function defaultEmailPreferences(
  isAdmin: boolean,
  dealerRole: DealerRole = 'owner',
): EmailPreferenceFlags {
  const all = allowedEmailPreferences(forEachFlag(true), isAdmin);
  if (isAdmin || dealerRole === 'owner') return all;
  const [ofSites, ofInvoices] = [dealerRole === 'ordering', dealerRole === 'billing'];
  return {
    ...all,
    site_created: ofSites,
    site_approved: ofSites,
    site_inactive: ofSites,
    site_deleted: ofSites,
    invoice_created: ofInvoices,
    invoice_paid: ofInvoices,
  };
}

/** `flags`, the administrators' three off for everybody else. */
export function allowedEmailPreferences(flags: EmailPreferenceFlags, isAdmin: boolean): EmailPreferenceFlags {
  if (isAdmin) return flags;
  return { ...flags, admin_site_created: false, admin_dealer_registration: false, contact_form: false };
}
