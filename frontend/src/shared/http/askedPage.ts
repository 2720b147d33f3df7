const CARRIED = 'portal-asked-page';

/** The page that was asked for before the sign-in, in this document. */
let asked: string | null = null;

/** Whether a text is an address within the portal: `//host/…` and `/\host` would lead to another one. */
function isOwn(path: unknown): path is string {
  if (typeof path !== 'string' || !path.startsWith('/')) return false;
  try {
    const { origin } = location;
    return new URL(path, origin).origin === origin;
  } catch {
    return false;
  }
}

/** Remembers the page to open after the sign-in (rule B51), until the next full navigation; null forgets it. */
export function rememberPage(path: string | null): void {
  asked = isOwn(path) ? path : null;
}

export const askedPage = (): string | null => asked;

/** Keeps the page that is shown for the next page of a full navigation. */
export function carryPage(): void {
  try {
    sessionStorage.setItem(CARRIED, location.pathname + location.search + location.hash);
  } catch {
    // without storage the dashboard opens
  }
}

/** Takes over what the previous page carried. */
export function takeCarriedPage(): void {
  try {
    rememberPage(sessionStorage.getItem(CARRIED));
    sessionStorage.removeItem(CARRIED);
  } catch {
    // no storage
  }
}
