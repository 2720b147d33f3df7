export type ColorMode = 'light' | 'dark';

/** The mode in which the browser showed its last page. */
export const MODE_COOKIE = 'portal-color-mode';

/** A page to render with its data (docs/adr/0036). */
export interface ViewOrder {
  /** The page's path and query. */
  readonly url: string;
  readonly mode: ColorMode;
  readonly company: Readonly<Record<'name' | 'address' | 'phone' | 'email', string>>;
  /** Reads a path of the API as the page's user. */
  read(path: string): Promise<unknown>;
}

/** What the app takes over. */
export interface FirstData {
  readonly mode: ColorMode;
  /** React Query's dehydrated state. */
  readonly state: unknown;
}

/** Rendered by the pages' build for the server; null where a page, or its user, has no first view. */
export type RenderView = (
  order: ViewOrder,
) => Promise<{ readonly html: string; readonly data: FirstData } | null>;
