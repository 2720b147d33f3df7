/**
 * Access lists of EventStoreDB: who may do what with a stream. A right that a stream's own list lacks comes from the
 * default lists in `$settings`, and what those lack from the server: everybody (`$all`) may do everything with streams,
 * and only administrators anything with system streams, `$all` included.
 */
export type AccessList = { readonly [name in Right]?: string | readonly string[] };

const RIGHTS = {
  $r: 'read',
  $w: 'append',
  $d: 'delete',
  $mr: 'read metadata',
  $mw: 'set metadata',
} as const;
type Right = keyof typeof RIGHTS;

const ADMINS = '$admins';
const EVERYBODY = '$all';

export interface Settings {
  readonly $userStreamAcl?: AccessList;
  readonly $systemStreamAcl?: AccessList;
}

export interface Access {
  readonly settings: Settings;
  /** Metadata of the stream `$all`. */
  readonly logMetadata: { readonly $acl?: AccessList };
}

/** Whom a change of the access lists is for. */
export interface Concerned {
  /** Who is to read and append only. */
  readonly group: string;
  /** The group's logins. */
  readonly logins: readonly string[];
  /** All other logins, which keep their rights. */
  readonly others: readonly string[];
}

/**
 * Access lists under which the group reads and appends, and does nothing else. The present lists change no more than that
 * needs: where everybody had a right that the group must not have, the other logins are named instead. `changes`: in words.
 */
export function limitTo(concerned: Concerned, { settings, logMetadata }: Access) {
  const changes: string[] = [];
  const change = (
    what: string,
    list: AccessList = {},
    inherited: (right: Right) => readonly string[],
    needed: readonly Right[],
    withheld: readonly Right[],
  ): AccessList => {
    const changed: { [name in Right]?: string | readonly string[] } = { ...list };
    for (const right of [...needed, ...withheld]) {
      const before = rolesIn(list, right) ?? inherited(right);
      const after = (needed.includes(right) ? granted : refused)(concerned, before);
      if (after.join() === before.join()) continue;
      const instead = before.includes(EVERYBODY) ? ' (the other logins; add later ones yourself)' : '';
      changes.push(`${what}, ${RIGHTS[right]}: ${before.join(', ')} → ${after.join(', ')}${instead}`);
      changed[right] = after;
    }
    return changed;
  };
  const user = change(
    'Streams',
    settings.$userStreamAcl,
    () => [EVERYBODY],
    ['$r', '$w', '$mr'],
    ['$d', '$mw'],
  );
  const system = change('System streams', settings.$systemStreamAcl, () => [ADMINS], [], ['$w', '$d', '$mw']);
  const log = change(
    'The log $all',
    logMetadata.$acl,
    (right) => rolesIn(system, right) ?? [ADMINS],
    ['$r'],
    ['$mw'],
  );
  return {
    settings: { ...settings, ...filled('$userStreamAcl', user), ...filled('$systemStreamAcl', system) },
    logMetadata: { ...logMetadata, ...filled('$acl', log) },
    changes,
  };
}

const filled = (name: string, list: AccessList) => (Object.keys(list).length === 0 ? {} : { [name]: list });

function rolesIn(list: AccessList, right: Right): readonly string[] | undefined {
  const roles = list[right];
  return typeof roles === 'string' ? [roles] : roles;
}

const granted = ({ group }: Concerned, roles: readonly string[]) =>
  roles.includes(EVERYBODY) || roles.includes(group) ? roles : [...roles, group];

function refused({ group, logins, others }: Concerned, roles: readonly string[]): readonly string[] {
  const own = new Set([EVERYBODY, group, ...logins]);
  const left = roles.filter((role) => !own.has(role));
  if (left.length === roles.length) return roles;
  return [...new Set([ADMINS, ...left, ...(roles.includes(EVERYBODY) ? others : [])])];
}
