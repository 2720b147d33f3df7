import type { RaRecord } from 'react-admin';
import { useSession } from '../../shared/session/session.ts';

/** react-admin's actions and the product's (S2-6). */
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
 * What the admin pages offer (S2-4, S2-6); the server checks every call itself. Without a record it answers for the
 * resource as a whole. Only administrators are offered anything.
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

/** Administrators are never deleted or disapproved. */
function mayTouchUser(person: Person, action: string, user: AccessQuestion['record']): boolean {
  if (user === undefined) return ['approve', 'disapprove', 'create'].includes(action);
  switch (action) {
    case 'edit':
      return true;
    case 'delete':
      return user.is_admin !== true && user.id !== person.id;
    case 'approve':
      return user.is_approved === false;
    // the own second factor is switched off in the settings
    case 'resetSecondFactor':
      return user.second_factor === 'on' && user.id !== person.id;
    // pending dealers and administrators have no dealer pages
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

/** Failed refunds can be retried, open attempts ended. */
function mayTouchPayment(action: string, payment: AccessQuestion['record']): boolean {
  if (action === 'endPayment') return payment?.is_open === true;
  if (action !== 'retryRefund' || !Array.isArray(payment?.refunds)) return false;
  return payment.refunds.some((refund: { readonly can_retry?: boolean }) => refund.can_retry === true);
}

/** Dead mails, unless their text could not be created. */
function maySendAgain(mail: NonNullable<AccessQuestion['record']>): boolean {
  // list rows have no html: the server decides
  return mail.status === 'dead' && mail.recipient !== '' && (mail.html !== null || mail.is_secret === true);
}

/** Companies are created with their first user and never deleted. */
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
 * Whether the user may do an action. react-admin's own hook caches its answer by the record's id, so it would still
 * offer Deactivate for a site that was just deactivated.
 */
export function useAllowed(resource: string, action: AdminAction, record?: RaRecord): boolean {
  const { user } = useSession();
  return canAccess(user === 'loading' ? null : user, { resource, action, record });
}
