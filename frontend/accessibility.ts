/**
 * `npm run accessibility [-- parts of paths]`: opens every page of the demo, tries what docs/accessibility.md lists, and
 * writes a table of the pages to dist/docs/pages.md. Exit code 1 if a check failed or a page was not examined.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { type Invoice, PAGES, paths, type Site } from '@portal/contract';
import { markdownTable } from '@portal/tools/markdown.ts';
import type { Page } from 'playwright-core';
import { asked, atRest, demoPage, PROJECT, startDemo } from './demo.ts';
import { launchChromium } from './e2e/chromium.ts';
import { WCAG } from './e2e/wcag.ts';
import { guard } from './src/shared/guard.ts';

const DIST = path.join(import.meta.dirname, 'dist');
/** Longest animation with reduced motion. */
const MOTION_MS = 200;
/** Highest sum of layout shifts. */
const CLS = 0.05;
/** Most JavaScript that a page may load until it is at rest. */
const FILES = 25;
const KILOBYTES = 420;
/** Most tab stops that a date input (day, year, hour, minute, half of the day, calendar) or a card form hides inside. */
const INNER_STOPS = 6;
const ADMIN = '/admin-dashboard';
/** Pages examined side by side. */
const AT_ONCE = 3;

interface Visit {
  /** As the tables name it. */
  readonly name: string;
  readonly path: string;
}

interface Result {
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
  readonly shifts: Readonly<Record<'light' | 'dark', number>>;
  /** What failed, by check: a short name, a colon and where. An empty list passed. */
  readonly faults: Readonly<Record<Check, readonly string[]>>;
}

const CHECKS = ['axe light', 'axe dark', 'keyboard', '200 %', '400 %', 'forced colors', 'motion'] as const;
type Check = (typeof CHECKS)[number];

/** Runs in each document: records layout shifts, and animations that run too long with reduced motion. */
function observe(longest: number): void {
  const state = window as unknown as { shifts: number; motions: string[] };
  state.shifts = 0;
  state.motions = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
      if (!entry.hadRecentInput) state.shifts += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  setInterval(() => {
    for (const animation of document.getAnimations()) {
      const { duration } = animation.effect?.getComputedTiming() ?? {};
      const { target } = animation.effect as KeyframeEffect;
      if (animation.playState === 'running' && Number(duration) > longest)
        state.motions.push(`animation of ${Number(duration)} ms: ${target?.outerHTML.slice(0, 120)}`);
    }
  }, 50);
}

async function axe(page: Page, contrast = true): Promise<string[]> {
  const rules = { 'target-size': { enabled: true }, 'color-contrast': { enabled: contrast } };
  const builder = new AxeBuilder({ page })
    .options({ runOnly: WCAG, rules, resultTypes: ['violations'] })
    .setLegacyMode();
  const { violations } = await builder.analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`,
  );
}

/** Presses Tab through the page. @returns elements that are not reached, out of order, or without visible focus */
async function tabThrough(page: Page, limit = Number.POSITIVE_INFINITY): Promise<string[]> {
  const count = await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    window.scrollTo(0, 0);
    // an open dialog keeps the focus
    const within = document.querySelector('[aria-modal="true"]') ?? document;
    const tabbable = [
      ...within.querySelectorAll<HTMLElement>(
        'a[href], button, input, select, textarea, summary, iframe, [tabindex]',
      ),
    ].filter((one) => {
      if (one.tabIndex < 0 || one.matches(':disabled') || one.closest('[inert]')) return false;
      if (!one.checkVisibility({ visibilityProperty: true })) return false;
      // a group of radio buttons is one stop
      return !(one instanceof HTMLInputElement && one.type === 'radio' && !one.checked);
    });
    const look = (one: Element | null) => {
      const styles = one === null ? [] : [getComputedStyle(one)];
      return styles.map(
        (s) =>
          `${s.outline} ${s.boxShadow} ${s.border} ${s.backgroundColor} ${s.textDecorationLine} ${s.color} ${s.transform} ${s.opacity}`,
      );
    };
    /** The element, its nearest ancestors and what is drawn beside it, e.g. the frame of an input. */
    const around = (one: Element) => [
      one,
      one.parentElement,
      one.parentElement?.parentElement ?? null,
      ...(one.parentElement?.querySelectorAll('fieldset, span') ?? []),
    ];
    const looks = (one: Element) => around(one).flatMap(look).join();
    const state = window as unknown as { tabbable: HTMLElement[]; before: string[]; looks: typeof looks };
    state.tabbable = tabbable;
    state.before = tabbable.map(looks);
    state.looks = looks;
    return tabbable.length;
  });
  const faults: string[] = [];
  const reached = new Set<number>();
  let last = -1;
  let stays = 0;
  while (reached.size < Math.min(count, limit)) {
    await page.keyboard.press('Tab');
    const { index, isHost, visible, text } = await page.evaluate(async () => {
      const state = window as unknown as {
        tabbable: Element[];
        before: string[];
        looks: (one: Element) => string;
      };
      const one = document.activeElement ?? document.body;
      const at = state.tabbable.indexOf(one);
      const isVisible = () => {
        const { bottom, top } = one.getBoundingClientRect();
        return state.looks(one) !== state.before[at] && bottom > 0 && top < innerHeight;
      };
      // it may scroll or slide into view
      for (let waits = 0; waits < 10 && !isVisible(); waits += 1)
        await new Promise((resolve) => setTimeout(resolve, 100));
      return {
        index: at,
        // it holds the fields of the card provider's form
        isHost: one.shadowRoot !== null,
        visible: isVisible(),
        text: one.outerHTML.replace(/ class="[^"]*"|\s+/g, ' ').slice(0, 160),
      };
    });
    if ((index === -1 ? isHost : index === last) && stays < INNER_STOPS) {
      stays += 1;
      continue;
    }
    if (index === -1) {
      // a toast may have closed meanwhile, with its buttons
      const left = await page.evaluate(
        (known) => {
          const { tabbable } = window as unknown as { tabbable: HTMLElement[] };
          return tabbable.filter((one, at) => one.isConnected && !known.includes(at)).length;
        },
        [...reached],
      );
      if (left === 0) break;
      faults.push(`focus left the page: after ${reached.size} of ${count}, at ${text}`);
      break;
    }
    stays = 0;
    if (reached.has(index)) {
      faults.push(`keyboard trap: ${text}`);
      break;
    }
    if (index < last) faults.push(`out of order: ${text}`);
    if (!visible) faults.push(`focus not visible: ${text}`);
    last = index;
    reached.add(index);
  }
  return faults;
}

async function sidewaysScroll(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 800 });
  const wider = await page.evaluate(async () => {
    const now = () => document.documentElement.scrollWidth - window.innerWidth;
    // the page lays itself out anew
    for (let waits = 0; waits < 20 && now() > 0; waits += 1)
      await new Promise((resolve) => setTimeout(resolve, 100));
    return now();
  });
  return wider > 0 ? [`scrolls sideways by ${wider} px`] : [];
}

const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: number }).shifts);

/** Opens the page again in other circumstances. */
async function reopen(page: Page, media: Parameters<Page['emulateMedia']>[0]): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', reducedMotion: 'reduce', ...media });
  await page.reload();
  await atRest(page);
}

async function examine(page: Page, { name, path: address }: Visit): Promise<Result> {
  const scripts = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/^\/assets\/.*\.js$/.test(pathname)) scripts.add(pathname);
  });
  await page.addInitScript(observe, MOTION_MS);
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', reducedMotion: 'no-preference' });
  await page.goto(address);
  await atRest(page);
  const light = await shiftsOf(page);
  const loaded = [...scripts];
  page.removeAllListeners('response');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.reload();
  await atRest(page);
  const dark = await shiftsOf(page);
  const axeDark = await axe(page);
  await reopen(page, {});
  const motions = await page.evaluate(() => (window as unknown as { motions: string[] }).motions);
  const axeLight = await axe(page);
  const keyboard = await tabThrough(page);
  const zoom200 = await sidewaysScroll(page, 640);
  const zoom400 = await sidewaysScroll(page, 320);
  await page.setViewportSize({ width: 1_280, height: 800 });
  await reopen(page, { forcedColors: 'active' });
  // the person chose these colors, and axe reads the page's own
  const forced = [...(await axe(page, false)), ...(await tabThrough(page, 25))];
  return {
    name,
    files: loaded.length,
    bytes: await bytesOf(loaded),
    shifts: { light, dark },
    faults: {
      'axe light': axeLight,
      'axe dark': axeDark,
      keyboard,
      '200 %': zoom200,
      '400 %': zoom400,
      'forced colors': forced,
      motion: [...new Set(motions)],
    },
  };
}

/** Their bytes as served. */
async function bytesOf(scripts: readonly string[]): Promise<number> {
  const sizes = scripts.map(async (file) => {
    const built = path.join(DIST, file);
    // small files are not compressed
    return (await readFile(`${built}.br`).catch(() => readFile(built))).length;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** The portal's pages by who sees them. Administrators' are those of the menu, and the first record of each list. */
async function visitsOf(dealer: Page, admin: Page) {
  const [[invoice], [site], [billed]] = await Promise.all([
    asked<Invoice[]>(dealer, 'GET', paths.invoices),
    asked<Site[]>(dealer, 'GET', paths.sites),
    asked<{ id: string; account_id: string }[]>(
      admin,
      'GET',
      `${paths.admin.users}?filter=${encodeURIComponent('{"is_admin":false,"is_approved":true}')}`,
    ),
  ]);
  const idIn = (page: string) =>
    page.startsWith('/sites') ? site?.id : page.startsWith('/dealer-billing') ? billed?.id : invoice?.id;
  const visits = PAGES.map((name) => ({ name, path: name.replace(':id', idIn(name) ?? '') }));
  const user = { is_admin: false, is_approved: true };
  const visitors = visits.filter(({ path: one }) => guard(one, null) === 'stay');
  const dealers = visits.filter((one) => !visitors.includes(one) && guard(one.path, user) === 'stay');
  const admins = visits.filter((one) => !visitors.includes(one) && !dealers.includes(one));
  return {
    visitor: [...visitors, { name: '/no-such-page', path: '/no-such-page' }],
    dealer: dealers,
    administrator: [...admins, ...(await adminVisits(admin))].filter(
      ({ path: one }) => guard(one, { is_admin: true, is_approved: true }) === 'stay',
    ),
  };
}

/** The pages that the administration's menus link, and the first record of each list. */
async function adminVisits(admin: Page): Promise<Visit[]> {
  const linked = async (selector: string) => {
    const links = admin.locator(selector);
    const addresses = await links.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).pathname));
    return addresses.filter((one) => one.startsWith(ADMIN));
  };
  const visits: Visit[] = [];
  const known = new Set([ADMIN, `${ADMIN}/billing-preview`, `${ADMIN}/record-checks`]);
  // a set hands out what is added meanwhile
  for (const page of known) {
    await admin.goto(page);
    await atRest(admin);
    for (const link of await linked('nav a[href]')) known.add(link);
    visits.push({ name: page, path: page });
    const [record] = (await linked('#content a[href$="/show"]')).filter((one) => one.startsWith(`${page}/`));
    if (record !== undefined && page !== ADMIN) visits.push({ name: `${page}/:id`, path: record });
  }
  return visits;
}

/** What failed: each check with the short names of its faults. */
function cell(faults: Result['faults']): string {
  const failed = CHECKS.filter((check) => faults[check].length > 0).map((check) => {
    const names = new Set(faults[check].map((fault) => fault.split(':', 1)[0]));
    return `${check}: ${[...names].join(', ')}`;
  });
  return failed.length === 0 ? 'passed' : `**failed**: ${failed.join('; ')}`;
}

/** A table with a row for each page. */
const tableOf = (results: readonly Result[]): string =>
  markdownTable({
    columns: ['Page', 'JavaScript, kB as served', 'Files', 'CLS light', 'CLS dark', 'Accessibility'],
    rows: results.map(({ name, bytes, files, shifts, faults }) => [
      `\`${name}\``,
      (bytes / 1_000).toFixed(1),
      String(files),
      shifts.light.toFixed(3),
      shifts.dark.toFixed(3),
      cell(faults),
    ]),
  });

/** The result as lines for the terminal. Sets the exit code where a check failed. */
function resultText({ name, files, bytes, shifts, faults }: Result): string {
  const failed = Object.entries(faults).flatMap(([check, found]) => found.map((one) => `  ${check}: ${one}`));
  for (const [scheme, sum] of Object.entries(shifts))
    if (sum > CLS) failed.push(`  CLS ${scheme}: ${sum.toFixed(3)}`);
  if (bytes > KILOBYTES * 1_000) failed.push(`  JavaScript: more than ${KILOBYTES} kB`);
  if (files > FILES) failed.push(`  JavaScript: more than ${FILES} files`);
  if (failed.length > 0) process.exitCode = 1;
  return [`${name}: ${(bytes / 1_000).toFixed(1)} kB, ${files} files`, ...failed, ''].join('\n');
}

const wanted = process.argv.slice(2);
const demo = await startDemo();
const browser = await launchChromium();
try {
  const people = { visitor: undefined, dealer: demo.dealer, administrator: demo.administrator };
  const byPerson = await visitsOf(
    await demoPage(browser, demo, people.dealer),
    await demoPage(browser, demo, people.administrator),
  );
  const visits = Object.entries(byPerson).flatMap(([who, all]) =>
    all.map((visit) => ({ ...visit, username: people[who as keyof typeof people] })),
  );
  const results: Result[] = [];
  const queue = visits.filter(
    ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
  );
  const examineNext = async (): Promise<void> => {
    const visit = queue.shift();
    if (visit === undefined) return;
    // without a cache: each page's first load
    const page = await demoPage(browser, demo, visit.username);
    try {
      const result = await examine(page, visit);
      results.push(result);
      process.stdout.write(resultText(result));
    } catch (error) {
      process.exitCode = 1;
      process.stdout.write(`${visit.name}: not examined, ${String(error)}\n`);
    } finally {
      await page.context().close();
    }
    return examineNext();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, examineNext));
  const written = path.join(PROJECT, 'dist/docs');
  await mkdir(written, { recursive: true });
  results.sort((a, b) => a.name.localeCompare(b.name));
  await writeFile(path.join(written, 'pages.md'), `# Pages\n\n${tableOf(results)}\n`);
} finally {
  await browser.close();
  await demo.stop();
}
