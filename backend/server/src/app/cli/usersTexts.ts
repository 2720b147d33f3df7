import { type ErasurePreview, openMoneyWarnings } from '@portal/contract';
import { formatDay } from '@portal/domain/values';
import { counted } from './commandLine.ts';

/**
 * Who it is, what goes and what stays.
 * @param choice.withheld whether it takes also what belongs to addresses that other users have too
 */
export function erasureText(
  preview: ErasurePreview,
  choice: { readonly withheld: boolean },
): readonly string[] {
  const { username, name, companies, shared_companies: shared, invoices, bill_to_until: until } = preview;
  const who = [name, username === null ? null : `(${username})`, preview.id].filter((part) => part !== null);
  return [
    `${who.join(' ')}${preview.is_deleted ? ', deleted already' : ', who will be deleted'}`,
    '',
    ...openMoneyText(preview),
    'Erased permanently, in the log and everywhere else:',
    '  the profile, the sign-in and its second factor',
    ...companies.map(
      ({ name: company, sites, migrations, orders, questions }) =>
        `  the company ${company}, which has no other users: its details, the addresses and notes of ` +
        `${counted(sites, 'site')}, ${counted(migrations, 'migration')} and ${counted(orders, 'order')}, ` +
        `${counted(questions, 'question')}, its saved cards`,
    ),
    `  ${counted(preview.contact_messages, 'message')} of the contact form`,
    `  ${counted(preview.mails, 'mail')} of the outbox${preview.mails === 0 ? '' : `: ${preview.mails_by_kind.map(({ kind, mails }) => `${mails} ${kind}`).join(', ')}`}`,
    ...shared
      .filter(({ contact_goes: goes }) => goes)
      .map(
        ({ name: company }) =>
          `  the email address and phone number in the details of ${company} that are this person's; its events keep them`,
      ),
    ...(choice.withheld ? withheldText(preview) : []),
    '',
    'Stays:',
    ...(choice.withheld ? [] : withheldText(preview)),
    '  sums, readers, rates and site names, so that every invoice can still be replayed',
    ...shared.map(
      ({ name: company, other_users: users, auto_pay_ends: ends }) =>
        `  the company ${company}: ${counted(users, 'other user belongs', 'other users belong')} to it; ` +
        "its events keep old contact details, this person's too, until its last user is erased" +
        (ends ? '; its automatic payments, which this person turned on, end' : ''),
    ),
    ...(until === null
      ? []
      : [`  to whom ${counted(invoices, 'invoice')} went, until ${formatDay(until)} at the latest`]),
    '  reasons entered by administrators, and emails triggered by others about remaining companies',
    '  backups, disk snapshots and archived write-ahead log until they expire',
    '',
  ];
}

const dayOf = (instant: string) => formatDay(instant.slice(0, 10));

function openMoneyText(preview: ErasurePreview): readonly string[] {
  const warnings = openMoneyWarnings(preview);
  if (warnings.length === 0) return [];
  return [
    ...warnings,
    'Record a payment, void the invoices, pay out the credit, or add another user before.',
    '',
  ];
}

/** What belongs to addresses that other users have too. */
function withheldText({ withheld }: ErasurePreview): readonly string[] {
  const { addresses, messages, mails, contacts_of: companies } = withheld;
  if (addresses.length === 0) return [];
  return [
    ...addresses.map(
      ({ email, users }) =>
        `  of ${email}, which ${users.map(({ username }) => username).join(', ')} ${users.length === 1 ? 'has' : 'have'} too:`,
    ),
    ...messages.map(({ subject, at, email }) => `    message of ${dayOf(at)} from ${email}: ${subject}`),
    ...mails.map(({ recipient, at, subject }) => `    mail of ${dayOf(at)} to ${recipient}: ${subject}`),
    ...companies.map(({ name }) => `    the email address in the details of ${name}`),
  ];
}
