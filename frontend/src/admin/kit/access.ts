import {
  type Approval,
  mayStaff,
  type Permission,
  permissionToDecide,
  type SessionUser,
} from '@portal/contract';
import type { ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import { useSession } from '../../shared/session/session.ts';
import type { ResourceName } from '../dataProvider/resourcePaths.ts';

type Person = Pick<SessionUser, 'id' | 'staff_role'>;

interface AccessQuestion {
  readonly resource: string;
  readonly action: string;
  readonly record?: Readonly<Record<string, unknown>> | undefined;
}

/** `record` is undefined when asked for the resource as a whole. */
type Condition = (record: AccessQuestion['record'], person: Person) => boolean;

type Gates = Readonly<Record<string, readonly [needs: Permission, on: Condition]>>;

const READ = ['list', 'show', 'export'] as const;

const onWhole: Condition = (record) => record === undefined;
const onRecord: Condition = (record) => record !== undefined;
/** Staff are changed by those who may appoint them. */
const mayChange = (user: NonNullable<AccessQuestion['record']>, { staff_role }: Person) =>
  user.is_admin !== true || mayStaff(staff_role, 'administrators');
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

/** On what others asked for and nobody has declined. */
const mayDecide: Condition = (approval, { id, staff_role }) =>
  (approval?.status === 'waiting' || approval?.status === 'approved') &&
  approval.requested_by !== id &&
  mayStaff(staff_role, permissionToDecide(approval.kind as Approval['kind']));

/** The actions on each resource: the permission that each needs, and the records that it is offered for (S2-4, S2-6). */
const CONDITIONS = {
  users: {
    create: ['people', onWhole],
    erase: ['erasure', onRecord],
    edit: ['people', (user, person) => user !== undefined && mayChange(user, person)],
    // administrators are never deleted or disapproved
    delete: [
      'people',
      (user, person) => user !== undefined && user.is_admin !== true && user.id !== person.id,
    ],
    approve: ['people', (user) => user === undefined || user.is_approved === false],
    disapprove: [
      'people',
      (user, person) =>
        user === undefined || (user.is_approved === true && user.is_admin !== true && user.id !== person.id),
    ],
    // administrators switch off their own second factor in the settings
    resetSecondFactor: [
      'people',
      (user, person) => user?.second_factor === 'on' && user.id !== person.id && mayChange(user, person),
    ],
    // pending dealers and administrators have no dealer pages
    viewAs: ['viewAs', (user) => user?.is_approved === true && user.is_admin !== true],
  },
  // pending -> active -> inactive -> active; nothing goes back to pending (S2-4)
  sites: {
    create: ['sites', onWhole],
    edit: ['sites', onRecord],
    delete: ['sites', onRecord],
    approve: ['sites', withStatus('pending')],
    deactivate: ['sites', withStatus('active')],
    reactivate: ['sites', withStatus('inactive')],
    answerReaderChange: ['sites', (site) => typeof site?.requested_readers === 'string'],
  },
  // created with their first user and never deleted
  companies: {
    edit: ['people', onRecord],
    releaseOrderHold: ['money', (company) => company?.order_hold != null],
    goLive: ['settings', (company) => company?.is_demo_account === true],
    backToDemo: ['settings', (company) => company?.is_demo_account === false],
  },
  migrations: { approve: ['sites', withStatus('pending')], delete: ['sites', withStatus('pending')] },
  orders: {
    refund: ['money', (order) => typeof order?.refundable_amount === 'number' && order.refundable_amount > 0],
  },
  payments: {
    endPayment: ['money', (payment) => payment?.is_open === true],
    moveRefund: ['money', withRefund('can_move')],
    retryRefund: ['money', withRefund('can_retry')],
  },
  mails: {
    // dead mails, unless their text could not be created; list rows have no html: the server decides
    sendAgain: [
      'answers',
      (mail) =>
        mail === undefined ||
        (mail.status === 'dead' && mail.recipient !== '' && (mail.html !== null || mail.is_secret === true)),
    ],
  },
  // the server says where a reminder is refused
  collections: { remind: ['money', () => true] },
  contacts: { answer: ['answers', withStatus('open')] },
  // the server refuses one's own
  approvals: {
    approve: ['money', mayDecide],
    decline: ['money', (approval, person) => approval?.status === 'waiting' && mayDecide(approval, person)],
    withdraw: [
      'answers',
      (approval, person) => approval?.status === 'waiting' && approval.requested_by === person.id,
    ],
  },
  notes: {
    edit: ['answers', (note, person) => note?.author_id === person.id],
    pin: ['answers', (note) => note?.pinned === false],
    unpin: ['answers', (note) => note?.pinned === true],
    delete: ['answers', onRecord],
  },
  'bank-lines': { takeBack: ['money', withStatus('set_aside')] },
} satisfies { readonly [Resource in ResourceName]?: Gates };

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

const gates: Readonly<Record<string, Gates>> = CONDITIONS;

/** Of a resource that is not named above: invoices, receipts and other money. */
const OTHERS: Gates = { edit: ['money', onRecord] };

/**
 * What the admin pages offer; the server checks every call itself. Only staff are offered anything. Without a record it
 * answers for the resource as a whole.
 */
export function canAccess(person: Person | null, { resource, action, record }: AccessQuestion): boolean {
  if (person === null || !mayStaff(person.staff_role, 'staff')) return false;
  if (READ.some((read) => read === action)) return true;
  const gate = (gates[resource] ?? OTHERS)[action];
  return gate !== undefined && mayStaff(person.staff_role, gate[0]) && gate[1](record, person);
}

/**
 * Whether the user may do an action. react-admin's own hook caches its answer by the record's id, so it would still
 * offer Deactivate for a site that was just deactivated.
 */
export function useAllowed({ resource, name }: ActionName, record?: RaRecord): boolean {
  const { user } = useSession();
  return canAccess(user === 'loading' ? null : user, { resource, action: name, record });
}

/** Whether the user's role has a permission. */
export function useMay(permission: Permission): boolean {
  const { user } = useSession();
  return user !== 'loading' && user !== null && mayStaff(user.staff_role, permission);
}

interface OnlyProps {
  readonly may: Permission;
  readonly children: ReactNode;
}

/** What only those with a permission see. */
export const Only = ({ may, children }: OnlyProps): ReactNode => (useMay(may) ? children : null);
