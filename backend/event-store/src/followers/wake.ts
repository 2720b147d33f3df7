/** Lets a loop sleep until there is work; a call while it works is not lost. */
export class Wake {
  #pending = false;
  #resume: (() => void) | undefined;

  call(): void {
    this.#pending = true;
    this.#resume?.();
  }

  /** Resolves at the next call (at once if there was one since the last sleep) or after `timeoutMs`. */
  async sleep(timeoutMs?: number): Promise<void> {
    if (!this.#pending) {
      await new Promise<void>((resolve) => {
        const timer = timeoutMs === undefined ? undefined : setTimeout(() => this.#resume?.(), timeoutMs);
        this.#resume = () => {
          clearTimeout(timer);
          this.#resume = undefined;
          resolve();
        };
      });
    }
    this.#pending = false;
  }
}
