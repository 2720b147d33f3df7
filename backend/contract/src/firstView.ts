export type ColorMode = 'light' | 'dark';

/** The mode that the browser showed last. */
export const COLOR_MODE_COOKIE = 'portal-color-mode';

/** What the server sends along with a first view of a page. */
export interface FirstData {
  readonly mode: ColorMode;
  /** Answers of the API by path. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** A first view to render. */
export interface ViewOrder extends FirstData {
  /** The page's path and query. */
  readonly url: string;
  readonly company: Readonly<Record<'name' | 'address' | 'phone' | 'email', string>>;
}

/** A page as HTML. */
export interface FirstView {
  readonly html: string;
  /** `<style>` elements. */
  readonly styles: string;
  /** Paths of the API that the page reads besides. */
  readonly wants: readonly string[];
}

const VIEWS = [/^\/dealer-dashboard\/?$/, /^\/(invoices|invoicing)\/[^/]+\/?$/];

/** Whether the server sends this page's first view (docs/adr/0031). */
export const hasFirstView = (path: string): boolean => VIEWS.some((view) => view.test(path));
