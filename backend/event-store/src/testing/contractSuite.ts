import { afterEach, beforeEach, describe } from 'vitest';
import type { EventStore } from '../port.ts';
import { appendContract } from './contract/append.ts';
import { concurrencyContract } from './contract/concurrency.ts';
import type { Contract, ContractOptions } from './contract/contract.ts';
import { readContract } from './contract/read.ts';
import { readAllContract } from './contract/readAll.ts';
import { subscribeContract } from './contract/subscribe.ts';

/** The store of one test. */
export interface StoreUnderTest {
  readonly store: EventStore;
  /** Opens another store over the same events, as after a restart or in a second process; the suite closes it. */
  readonly reopen?: () => Promise<EventStore>;
  /** Frees everything; `store` may be closed by then. */
  readonly dispose: () => Promise<void>;
}

/**
 * Tests for every adapter of the EventStore port.
 * @param makeStore called before each test; must give `reopen` in every test or in none
 */
export function eventStoreContract(
  name: string,
  makeStore: () => Promise<StoreUnderTest>,
  options: ContractOptions & { readonly canReopen?: boolean } = {},
): void {
  describe(`${name} keeps the event store's contract`, () => {
    let current: StoreUnderTest;
    let others: EventStore[] = [];
    beforeEach(async () => {
      current = await makeStore();
    });
    afterEach(async () => {
      await Promise.all(others.map((store) => store.close()));
      others = [];
      await current.store.close();
      await current.dispose();
    });
    const reopen = async () => {
      if (current.reopen === undefined) throw new Error(`${name} was announced with a reopen and has none.`);
      const store = await current.reopen();
      others.push(store);
      return store;
    };
    const contract: Contract = {
      store: () => current.store,
      reopen: (options.canReopen ?? true) ? reopen : undefined,
      options: { uniqueIds: options.uniqueIds ?? true, startsEmpty: options.startsEmpty ?? true },
    };
    appendContract(contract);
    readContract(contract);
    readAllContract(contract);
    subscribeContract(contract);
    concurrencyContract(contract);
  });
}
