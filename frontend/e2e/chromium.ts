import { existsSync } from 'node:fs';
import sparticuz from '@sparticuz/chromium';
import { type Browser, chromium } from 'playwright-core';

/** Where distributions put a Chromium or Chrome. */
const USUAL_PATHS = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Nothing but the pages under test may use the network. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

async function executablePath(): Promise<string> {
  const installed = USUAL_PATHS.find((path) => path !== undefined && path !== '' && existsSync(path));
  return installed ?? sparticuz.executablePath();
}

/** The system's Chromium where there is one, else the one from npm; a fresh profile each time. */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: await executablePath(), args: [...ARGUMENTS, ...more] });
}
