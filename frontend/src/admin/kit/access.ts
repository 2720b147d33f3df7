import type { RaRecord } from 'react-admin';
import { useSession } from '../../shared/session/session.ts';

/** What may be asked about: react-admin's own actions and the product's actions (S2-6). */
export type AdminAction =
  | 'list'
  | 'show'
  | 'create'
  | 'edit'
  | 'delete'
  | 'export'
  | 'approve'
  | 'disapprove'
  | 'resetSecondFactor'
  | 'viewAs'
  | 'deactivate'
  | 'reactivate'
  | 'answerReaderChange'
  | 'answer'
  | 'retryRefund'
  | 'endPayment'
  | 'sendAgain'
  | 'goLive'
  | 'backToDemo';

interface Person {
  readonly id: string;
  readonly is_admin: boolean;
}

interface AccessQuestion {
  readonly resource: string;
  readonly action: string;
  readonly record?: Readonly<Record<string, unknown>> | undefined;
}

const READ = ['list', 'show', 'export'];

/**
 * The one place that says what the admin pages offer (S2-4, S2-6). The server decides again on every
 * call; this only keeps buttons away that would be refused. Without a record the answer is about the resource as a
 * whole. Anyone who is no administrator is offered nothing.
 */
export function canAccess(person: Person | null, question: AccessQuestion): boolean {
  if (!person?.is_admin) return false;
  const { resource, action, record } = question;
  if (READ.includes(action)) return true;
  switch (resource) {
    case 'users':
      return mayTouchUser(person, action, record);
    case 'sites':
      return mayTouchSite(action, record);
    case 'companies':
      return mayTouchCompany(action, record);
    case 'migrations':
      return ['approve', 'delete'].includes(action) && (record === undefined || record.status === 'pending');
    case 'payments':
      return mayTouchPayment(action, record);
    case 'mails':
      return action === 'sendAgain' && (record === undefined || maySendAgain(record));
    case 'contacts':
      return action === 'answer' && (record === undefined || record.status === 'open');
    default:
      return false;
  }
}

/** Administrators are never deleted or disapproved, and nobody shuts themselves out. */
function mayTouchUser(person: Person, action: string, user: AccessQuestion['record']): boolean {
  if (user === undefined) return ['approve', 'disapprove', 'create'].includes(action);
  switch (action) {
    case 'edit':
      return true;
    case 'delete':
      return user.is_admin !== true && user.id !== person.id;
    case 'approve':
      return user.is_approved === false;
    // one's own is switched off in the settings, with a code
    case 'resetSecondFactor':
      return user.second_factor === 'on' && user.id !== person.id;
    // a dealer who waits has no pages yet, and administrators have none
    case 'viewAs':
      return user.is_approved === true && user.is_admin !== true;
    case 'disapprove':
      return user.is_approved === true && user.is_admin !== true && user.id !== person.id;
    default:
      return false;
  }
}

/** pending -> active -> inactive -> active; nothing goes back to pending (S2-4). */
function mayTouchSite(action: string, site: AccessQuestion['record']): boolean {
  if (action === 'create') return site === undefined;
  if (action === 'edit' || action === 'delete') return site !== undefined;
  if (action === 'answerReaderChange') return typeof site?.requested_readers === 'string';
  const actions: Readonly<Record<string, string>> = {
    approve: 'pending',
    deactivate: 'active',
    reactivate: 'inactive',
  };
  const from = actions[action];
  if (from === undefined) return false;
  return site === undefined || site.status === from;
}

/** A refund that failed is asked for again; an attempt that is open is ended where the provider does not know it. */
function mayTouchPayment(action: string, payment: AccessQuestion['record']): boolean {
  if (action === 'endPayment') return payment?.is_open === true;
  if (action !== 'retryRefund' || !Array.isArray(payment?.refunds)) return false;
  return payment.refunds.some((refund: { readonly can_retry?: boolean }) => refund.can_retry === true);
}

/** A mail that was given up, unless it could not be written; one with a secret gets a new one. */
function maySendAgain(mail: NonNullable<AccessQuestion['record']>): boolean {
  // a list leaves out what its mails say: there the server decides
  return mail.status === 'dead' && mail.recipient !== '' && (mail.html !== null || mail.is_secret === true);
}

/** A company is changed and goes from demo to live and back; it comes with its first user and is never deleted. */
function mayTouchCompany(action: string, company: AccessQuestion['record']): boolean {
  switch (action) {
    case 'edit':
      return company !== undefined;
    case 'goLive':
      return company?.is_demo_account === true;
    case 'backToDemo':
      return company?.is_demo_account === false;
    default:
      return false;
  }
}

/**
 * Whether the person signed in is offered an action, on a record or at all. react-admin's own hook keeps its answer
 * by the record's id, so that a site just deactivated would still be offered 'Deactivate'.
 */
export function useAllowed(resource: string, action: AdminAction, record?: RaRecord): boolean {
  const { user } = useSession();
  return canAccess(user === 'loading' ? null : user, { resource, action, record });
}
