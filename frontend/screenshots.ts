/**
 * `npm run screenshots`: starts the demo in a folder of its own, looks at the pages that the README shows, and writes them
 * to docs/screenshots. The demo's history ends on a fixed day, so that the same code gives the same pictures.
 */
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Alerts, type Dispute, type Invoice, paths } from '@portal/contract';
import type { Browser, Page } from 'playwright-core';
import { asked, atRest, type Demo, demoPage, PROJECT, startDemo } from './demo.ts';
import { launchChromium } from './e2e/chromium.ts';

const PICTURES = path.join(PROJECT, 'docs/screenshots');

/** Looks once nothing loads any more. */
async function look(page: Page, name: string): Promise<void> {
  await atRest(page);
  await page.screenshot({
    path: path.join(PICTURES, `${name}.jpg`),
    type: 'jpeg',
    quality: 85,
    animations: 'disabled',
  });
  process.stdout.write(`docs/screenshots/${name}.jpg\n`);
}

async function takePictures(browser: Browser, demo: Demo): Promise<void> {
  const viewport = { width: 1_440, height: 900 };
  const dealer = await demoPage(browser, demo, demo.dealer, { viewport });
  const [invoice] = await asked<Invoice[]>(dealer, 'GET', paths.invoices);
  if (invoice === undefined) throw new Error(`${demo.dealer} has no invoice.`);
  await dealer.goto(`/invoices/${invoice.id}`);
  await dealer.getByRole('button', { name: /Why\?/ }).click();
  await look(dealer, 'dealer-invoice');
  // the landing page shows it too
  await copyFile(
    path.join(PICTURES, 'dealer-invoice.jpg'),
    path.join(PROJECT, 'frontend/public/invoice.jpg'),
  );
  const questions = await asked<Dispute[]>(dealer, 'GET', paths.disputes);
  const open = questions.find(({ status }) => status === 'open');
  if (open === undefined) throw new Error(`${demo.dealer} has no open question.`);

  const administrator = await demoPage(browser, demo, demo.administrator, { viewport });
  const alerts = await asked<Alerts>(administrator, 'GET', paths.admin.alerts);
  for (const { id } of alerts.open) await asked(administrator, 'POST', paths.admin.acknowledgeAlert(id), {});
  await administrator.goto('/admin-dashboard');
  await look(administrator, 'admin-home');
  await administrator.goto('/admin-dashboard/receivables');
  await look(administrator, 'admin-receivables');
  await administrator.goto(`/admin-dashboard/disputes/${encodeURIComponent(open.id)}/show`);
  await administrator.getByTestId('replay-verdict').waitFor();
  await administrator
    .getByRole('heading', { name: 'Replay' })
    .evaluate((heading) => heading.scrollIntoView({ block: 'center' }));
  await look(administrator, 'question-replayed');
}

await mkdir(PICTURES, { recursive: true });
const demo = await startDemo();
const browser = await launchChromium();
try {
  await takePictures(browser, demo);
} finally {
  await browser.close();
  await demo.stop();
}
