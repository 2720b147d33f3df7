export type ColorMode = 'light' | 'dark';

/** What a page's markup depends on in the browser that shows it. */
export interface Look {
  readonly mode: ColorMode;
  /** Below 600 px, where lists are cards. */
  readonly narrow: boolean;
  /** Time zone, e.g. `America/New_York`. */
  readonly zone: string;
}

/** How the browser showed the last page: `dark.narrow.America/New_York`. */
export const LOOK_COOKIE = 'portal-look';

export const lookText = ({ mode, narrow, zone }: Look): string =>
  [mode, narrow ? 'narrow' : 'wide', zone].join('.');

/** What the server sends along with a first view that the app takes over. */
export interface FirstData {
  readonly mode: ColorMode;
  /** Answers of the API by path. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** A first view to render. */
export interface ViewOrder {
  /** The page's path and query. */
  readonly url: string;
  readonly look: Look;
  readonly company: Readonly<Record<'name' | 'address' | 'phone' | 'email', string>>;
  /** The API's answer. */
  readonly user: unknown;
}

/** A successful answer of the API. */
export interface ViewAnswer {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A page as HTML. */
export interface FirstView {
  readonly html: string;
  /** `<style>` elements. */
  readonly styles: string;
  /** For the app to take the markup over; null where it replaces the markup. */
  readonly answers: FirstData['answers'] | null;
}

const OF_DEALERS = /^\/(dealer-dashboard|(invoices|invoicing)\/[^/]+)\/?$/;
const LISTS =
  /^\/admin(-dashboard)?\/(users|companies|sites|migrations|invoicing|invoices|orders|billing-runs|disputes|contacts)\/?$/;

/** Whether the server sends this page's first view (docs/adr/0031); lists of the administration only as cards. */
export const hasFirstView = (path: string, { narrow }: Look): boolean =>
  OF_DEALERS.test(path) || (narrow && LISTS.test(path));
