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

/** What the tests of one file play in: a portal, a browser, its administrator, and somebody new for each test. */
export interface DealerScene {
  readonly portal: RunningPortal;
  readonly browser: Browser;
  readonly admin: Visitor;
  /** Whom the running test is about. */
  readonly dealer: Visitor;
  /** A dealer of a new company, who is approved: from here on the test's {@link dealer}. */
  newDealer(): Promise<Visitor>;
  /** Somebody without a session in the dealer's place. */
  newVisitor(): Promise<Visitor>;
  /** This test asks for an answer that Chromium reports; whatever else it reports is a fault. */
  expectNoise(what: RegExp): void;
}

/** Sets the scene before the tests of the file that calls this, and clears it away after them. */
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
