import type { Pool } from 'pg';
import { commitPage, commitPages, type Page } from './generation.ts';

/** A page with more values is committed alone, so that the others don't wait for it. */
const MAX_VALUES = 2_000;

interface Waiting {
  readonly page: Page;
  readonly resolve: (written: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/** Commits the pages of all projections that are ready in the same turn of the event loop in one statement. */
export class PageCommits {
  readonly #pool: Pool;
  #waiting: Waiting[] = [];

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** @returns whether the page was written; see {@link commitPages} */
  commit(page: Page, durable: boolean): Promise<boolean> {
    if (durable || sizeOf(page) > MAX_VALUES) return commitPage(this.#pool, page, durable);
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => void this.#commitWaiting());
      this.#waiting.push({ page, resolve, reject });
    });
  }

  async #commitWaiting(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    try {
      const written = await commitPages(
        this.#pool,
        waiting.map(({ page }) => page),
        false,
      );
      for (const [index, { resolve }] of waiting.entries()) resolve(written[index] === true);
    } catch (error) {
      if (waiting.length === 1) return waiting[0]?.reject(error);
      // The error may concern one page only. A page that was written after all is refused by its revision.
      for (const { page, resolve, reject } of waiting)
        void commitPage(this.#pool, page, false).then(resolve, reject);
    }
  }
}

const sizeOf = ({ parts }: Page) =>
  parts.reduce(
    (sum, { values }) =>
      sum + values.reduce((all: number, one) => all + (Array.isArray(one) ? one.length : 1), 0),
    0,
  );
