import { isDealerPermission, isPermission, mayDealer, mayStaff, type Permission } from '@portal/contract';
import type { DealerRole } from '@portal/domain/values';
import type { Access } from '../../src/platform/http/route.ts';
import { dealerPermissionOf } from './companyRules.ts';
import { permissionOf } from './staffRules.ts';

/** A dealer's records by which a request may name them: one of each kind that a route takes. */
export interface Records {
  readonly user: string;
  readonly username: string;
  /** Somebody of another company, with whom `site` is shared. */
  readonly viewer: string;
  readonly account: string;
  /** An invitation to the company. */
  readonly invitation: string;
  readonly site: string;
  readonly order: string;
  readonly migration: string;
  /** An open invoice. */
  readonly invoice: string;
  /** An invoice paid by check. */
  readonly paid: string;
  /** The id of that check. */
  readonly recorded: string;
  /** A check that was recorded as a receipt, over a third invoice. */
  readonly receipt: string;
  /** The credit note of a fourth invoice, which was canceled. */
  readonly creditNote: string;
  readonly dispute: string;
  /** An administrator's note about the company. */
  readonly note: string;
  /** A file of `note`. */
  readonly noteFile: string;
  /** A credit that another administrator asked for. */
  readonly approval: string;
  /** The provider's id of an intent to pay `invoice`, and our attempt. */
  readonly intent: string;
  readonly attempt: string;
  /** The provider's id of the card kept for the company. */
  readonly card: string;
  /** The dealer's own. */
  readonly passkey: string;
  /** A message to the administrators and a mail to the dealer: nobody's but the administrators'. */
  readonly contact: string;
  readonly mail: string;
  /** Money on the bank's account, of the amount of `receipt`. */
  readonly bankLine: string;
  /** Trouble that the portal told of itself. */
  readonly alert: string;
}

/** What a request carries beside method and path. */
export interface Ask {
  /** Path parameters beside the `:id` of a record. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A body that is a file, with its type. */
  readonly file?: { readonly type: string; readonly text: string };
}

/**
 * What one route answers to whom: the statuses of a right request. Left out: 404 for another company's records and for
 * unknown ones alike (rule T3), whatever `access` refuses, 200 else.
 */
export interface AccessRule {
  /** Method and pattern as in the route table. */
  readonly route: string;
  readonly access: Access;
  /** What staff need for it beside `access`. */
  readonly needs?: Permission;
  /** What else of the request makes this a rule of its own, e.g. `?userId=`. */
  readonly variant?: string;
  /** Whose record the request names, as `:id` or as `ask` puts it; without one there is nothing of another's. */
  readonly of?: keyof Records;
  /** A right request about these records; without one it carries nothing. */
  readonly ask?: (records: Records) => Ask;
  /** To an approved dealer about its own records. */
  readonly own?: number;
  /** To an approved dealer about another company's records and about unknown ones: never told apart. */
  readonly others?: number;
  /** To an administrator about a dealer's records. */
  readonly admin?: number;
  /** To an administrator about unknown records. */
  readonly unknown?: number;
  /** To anybody without a session, where the route is public. */
  readonly visitor?: number;
  /** The record does not outlive it, or is not the same after it: it is tried with one of its own. */
  readonly spends?: true;
}

export const ASKERS = [
  'visitor',
  'waiting',
  'own',
  'others',
  'dealerUnknown',
  'admin',
  'adminUnknown',
  'ordering',
  'paying',
  'viewing',
  'billing',
  'support',
  'auditor',
] as const;
/**
 * Who asks about what: nobody; a dealer who is waiting for approval; an approved dealer about its own, about another
 * company's and about unknown records; an administrator about a dealer's and about unknown records; the dealer's colleagues with
 * the roles ordering, billing and viewer; staff with another role about a dealer's.
 */
export type Asker = (typeof ASKERS)[number];

/** The status each asker gets; null where there is nothing to try (a rule without records). */
export function expected(rule: AccessRule): Readonly<Record<Asker, number | null>> {
  const { access, of, own = 200, others = 404, admin = 200, unknown = 404, visitor = 200 } = rule;
  const named = <Status>(status: Status) => (of === undefined ? null : status);
  const staff = Object.fromEntries(
    OTHER_STAFF.map((role) => [role, mayUse(rule, role) ? admin : 403]),
  ) as Record<OtherStaff, number>;
  const colleagues = (may: (role: DealerRole) => boolean) =>
    Object.fromEntries(
      Object.entries(COLLEAGUES).map(([asker, role]) => [
        asker,
        may(role) ? (of === 'user' || of === 'passkey' ? others : own) : 403,
      ]),
    ) as Record<Colleague, number>;
  if (isDealerPermission(access))
    return {
      visitor: 401,
      waiting: 403,
      own,
      others: named(others),
      dealerUnknown: named(others),
      admin,
      adminUnknown: named(unknown),
      ...colleagues((role) => mayDealer(role, access)),
      ...staff,
    };
  switch (access) {
    case 'public': {
      const all = visitor;
      return { ...filled(null), visitor: all, waiting: all, own: all, admin: all };
    }
    case 'session':
      return { ...filled(null), visitor: 401, waiting: 200, own, admin, ...colleagues(() => true), ...staff };
    default:
      return {
        visitor: 401,
        waiting: 403,
        own: 403,
        others: named(403),
        dealerUnknown: named(403),
        admin,
        adminUnknown: named(unknown),
        ...colleagues(() => false),
        ...staff,
      };
  }
}

/** Those who ask as the dealer's colleagues, with their roles. */
export const COLLEAGUES = { ordering: 'ordering', paying: 'billing', viewing: 'viewer' } as const;
type Colleague = keyof typeof COLLEAGUES;

const OTHER_STAFF = ['billing', 'support', 'auditor'] as const;
type OtherStaff = (typeof OTHER_STAFF)[number];

const mayUse = ({ access, needs }: AccessRule, role: OtherStaff): boolean =>
  (!isPermission(access) || mayStaff(role, access)) && (needs === undefined || mayStaff(role, needs));

/** Changes by staff and colleagues whose role allows them are tried once, by an administrator or the dealer: a record is not the same after it. */
export const isTried = (rule: AccessRule, asker: Asker): boolean => {
  const status = expected(rule)[asker];
  const isOther = asker in COLLEAGUES || OTHER_STAFF.some((role) => role === asker);
  return status !== null && !(isOther && status !== 403 && !rule.route.startsWith('GET '));
};

const filled = (value: null) =>
  Object.fromEntries(ASKERS.map((asker) => [asker, value])) as Record<Asker, null>;

/** Method and path of a rule's request about these records. */
export function addressed(rule: AccessRule, records: Records): { method: string; path: string } {
  const [method = '', pattern = ''] = rule.route.split(' ');
  const { params = {}, query = {} } = rule.ask?.(records) ?? {};
  const ids: Readonly<Record<string, string>> = {
    ...params,
    ...(rule.of === undefined ? {} : { id: records[rule.of] }),
  };
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return { method, path: search === '' ? path : `${path}?${search}` };
}

type RestOfRule = Omit<AccessRule, 'route' | 'access'>;
/** A rule's line: its route and what is particular about it. */
export type Line = readonly [route: string, rest?: RestOfRule];

/** Rules of one access. */
export const rules = (access: Access, lines: readonly Line[]): readonly AccessRule[] =>
  lines.map(([route, rest = {}]) => ({ route, access, ...rest }));

/** The same for dealers, each with the permission that it needs. */
export const companyRules = (lines: readonly Line[]): readonly AccessRule[] =>
  lines.map(([route, rest = {}]) => ({ route, access: dealerPermissionOf(route), ...rest }));

/** The same for the administration, each with the permission that it needs. */
export const staffRules = (lines: readonly Line[]): readonly AccessRule[] =>
  lines.map(([route, rest = {}]) => ({ route, access: permissionOf(route), ...rest }));
