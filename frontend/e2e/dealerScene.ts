import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { newAdmin, newDealer } from './people.ts';
import {
  closeVisitors,
  newVisitor,
  openChromium,
  type RunningPortal,
  startPortal,
  type Visitor,
} from './support.ts';

/** A portal, a browser and an administrator for a file's tests, and a new dealer for each test. */
export interface DealerScene {
  readonly portal: RunningPortal;
  readonly browser: Browser;
  readonly admin: Visitor;
  /** The dealer of the running test. */
  readonly dealer: Visitor;
  /** Makes an approved dealer of a new company the test's {@link dealer}. */
  newDealer(): Promise<Visitor>;
  /** Makes a visitor without a session the test's {@link dealer}. */
  newVisitor(): Promise<Visitor>;
  /** Console messages of this test that are no fault. */
  expectNoise(what: RegExp): void;
}

/** Starts the scene before the file's tests, and stops it after them. */
export function dealerScene(): DealerScene {
  let portal: RunningPortal;
  let browser: Browser;
  let admin: Visitor;
  let dealer: Visitor;
  let count = 0;
  let asked: RegExp | null = null;
  beforeAll(async () => {
    [portal, browser] = await Promise.all([startPortal(), openChromium()]);
    admin = await newAdmin(browser, portal);
  });
  afterAll(async () => {
    await closeVisitors();
    await portal?.stop();
  });
  afterEach(async () => {
    expect(dealer.noise.filter((line) => asked?.test(line) !== true)).toEqual([]);
    asked = null;
    await dealer.close();
  });
  return {
    get portal() {
      return portal;
    },
    get browser() {
      return browser;
    },
    get admin() {
      return admin;
    },
    get dealer() {
      return dealer;
    },
    async newDealer() {
      count += 1;
      dealer = await newDealer(browser, portal, `dealer${count}`, admin);
      return dealer;
    },
    async newVisitor() {
      dealer = await newVisitor(browser, portal);
      return dealer;
    },
    expectNoise(what) {
      asked = what;
    },
  };
}
