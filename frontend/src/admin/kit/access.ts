import type { RaRecord } from 'react-admin';
import { useSession } from '../../shared/session/session.ts';
import type { ResourceName } from '../dataProvider/resourcePaths.ts';

interface Person {
  readonly id: string;
  readonly is_admin: boolean;
}

interface AccessQuestion {
  readonly resource: string;
  readonly action: string;
  readonly record?: Readonly<Record<string, unknown>> | undefined;
}

/** `record` is undefined when asked for the resource as a whole. */
type Condition = (record: AccessQuestion['record'], person: Person) => boolean;

const READ = ['list', 'show', 'export'] as const;

const onWhole: Condition = (record) => record === undefined;
const onRecord: Condition = (record) => record !== undefined;
/** On records with this status, and on the resource as a whole. */
const withStatus =
  (status: string): Condition =>
  (record) =>
    record === undefined || record.status === status;
/** On payments with a refund for which the server says so. */
const withRefund =
  (can: 'can_move' | 'can_retry'): Condition =>
  (payment) =>
    Array.isArray(payment?.refunds) &&
    payment.refunds.some((refund: { readonly [Name in typeof can]?: boolean }) => refund[can] === true);

/** The actions on each resource and the records they are offered for (S2-4, S2-6). */
const CONDITIONS = {
  users: {
    create: onWhole,
    edit: onRecord,
    // administrators are never deleted or disapproved
    delete: (user, person) => user !== undefined && user.is_admin !== true && user.id !== person.id,
    approve: (user) => user === undefined || user.is_approved === false,
    disapprove: (user, person) =>
      user === undefined || (user.is_approved === true && user.is_admin !== true && user.id !== person.id),
    // administrators switch off their own second factor in the settings
    resetSecondFactor: (user, person) => user?.second_factor === 'on' && user.id !== person.id,
    // pending dealers and administrators have no dealer pages
    viewAs: (user) => user?.is_approved === true && user.is_admin !== true,
  },
  // pending -> active -> inactive -> active; nothing goes back to pending (S2-4)
  sites: {
    create: onWhole,
    edit: onRecord,
    delete: onRecord,
    approve: withStatus('pending'),
    deactivate: withStatus('active'),
    reactivate: withStatus('inactive'),
    answerReaderChange: (site) => typeof site?.requested_readers === 'string',
  },
  // created with their first user and never deleted
  companies: {
    edit: onRecord,
    releaseOrderHold: (company) => company?.order_hold != null,
    goLive: (company) => company?.is_demo_account === true,
    backToDemo: (company) => company?.is_demo_account === false,
  },
  migrations: { approve: withStatus('pending'), delete: withStatus('pending') },
  orders: { refund: (order) => typeof order?.refundable_amount === 'number' && order.refundable_amount > 0 },
  payments: {
    endPayment: (payment) => payment?.is_open === true,
    moveRefund: withRefund('can_move'),
    retryRefund: withRefund('can_retry'),
  },
  mails: {
    // dead mails, unless their text could not be created; list rows have no html: the server decides
    sendAgain: (mail) =>
      mail === undefined ||
      (mail.status === 'dead' && mail.recipient !== '' && (mail.html !== null || mail.is_secret === true)),
  },
  // the server says where a reminder is refused
  collections: { remind: () => true },
  contacts: { answer: withStatus('open') },
  notes: {
    edit: (note, person) => note?.author_id === person.id,
    pin: (note) => note?.pinned === false,
    unpin: (note) => note?.pinned === true,
    delete: onRecord,
  },
  'bank-lines': { takeBack: withStatus('set_aside') },
} satisfies { readonly [Resource in ResourceName]?: Readonly<Record<string, Condition>> };

type Conditions = typeof CONDITIONS;

/** The actions of a resource; one that is not named above has only `edit`. */
type ActionsOf<Resource extends ResourceName> = Resource extends keyof Conditions
  ? keyof Conditions[Resource]
  : 'edit';

/** A resource and one of its actions. */
export type ActionName = {
  [Resource in ResourceName]: { readonly resource: Resource; readonly name: ActionsOf<Resource> };
}[ResourceName];

/** The resources that have an action. */
export type ResourceWith<Name extends string> = {
  [Resource in ResourceName]: Name extends ActionsOf<Resource> ? Resource : never;
}[ResourceName];

const conditions: Readonly<Record<string, Readonly<Record<string, Condition>>>> = CONDITIONS;

/** Of a resource that is not named above: its pages may offer to edit a record. */
const OTHERS: Readonly<Record<string, Condition>> = { edit: onRecord };

/**
 * What the admin pages offer; the server checks every call itself. Only administrators are offered anything. Without a
 * record it answers for the resource as a whole.
 */
export function canAccess(person: Person | null, { resource, action, record }: AccessQuestion): boolean {
  if (!person?.is_admin) return false;
  if (READ.some((read) => read === action)) return true;
  return (conditions[resource] ?? OTHERS)[action]?.(record, person) ?? false;
}

/**
 * Whether the user may do an action. react-admin's own hook caches its answer by the record's id, so it would still
 * offer Deactivate for a site that was just deactivated.
 */
export function useAllowed({ resource, name }: ActionName, record?: RaRecord): boolean {
  const { user } = useSession();
  return canAccess(user === 'loading' ? null : user, { resource, action: name, record });
}
