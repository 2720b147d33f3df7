/** Location of a log. */
export type LogPlace =
  /** The portal's own PostgreSQL: DATABASE_URL, else the embedded one. */
  | { readonly kind: 'database' }
  /** Another PostgreSQL database. */
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'eventstoredb'; readonly url: string };

const POSTGRES = ['postgres:', 'postgresql:'];

// several hosts make no URL
export const isEventStoreDb = (address: string): boolean => /^esdb(\+discover)?:\/\//.test(address);

/**
 * Parses PLACE of `npm run events`.
 * @param databaseUrl the portal's own; null for the embedded PostgreSQL
 * @throws Error with the valid forms
 */
export function parsePlace(text: string, databaseUrl: string | null): LogPlace {
  if (text === 'database') return { kind: 'database' };
  if (isEventStoreDb(text)) return { kind: 'eventstoredb', url: text };
  if (!URL.canParse(text) || !POSTGRES.includes(new URL(text).protocol)) {
    throw new Error(
      `${withoutPassword(text)} is not a valid place. Use esdb://…, postgres://…, or database for the portal's own PostgreSQL.`,
    );
  }
  return databaseUrl !== null && isSameDatabase(text, databaseUrl)
    ? { kind: 'database' }
    : { kind: 'postgres', url: text };
}

function isSameDatabase(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)];
  return a.hostname === b.hostname && (a.port || '5432') === (b.port || '5432') && a.pathname === b.pathname;
}

/** The place according to EVENTSTORE_URL. */
export const placeOf = (eventStoreUrl: string | null): LogPlace =>
  eventStoreUrl === null ? { kind: 'database' } : { kind: 'eventstoredb', url: eventStoreUrl };

/** For people, without a password. */
export function nameOfPlace(place: LogPlace): string {
  if (place.kind === 'database') return "the portal's own PostgreSQL";
  const server = place.kind === 'postgres' ? 'PostgreSQL' : 'EventStoreDB';
  return `${server} at ${withoutPassword(place.url)}`;
}

/** An address with `***` for its password. */
const withoutPassword = (address: string) => address.replace(/^([^:]+:\/\/[^:/?]*):[^?]*@/, '$1:***@');

export const hasPassword = (address: string): boolean => withoutPassword(address) !== address;

export const isSamePlace = (one: LogPlace, other: LogPlace): boolean =>
  one.kind === other.kind && (one.kind === 'database' || ('url' in other && one.url === other.url));
