import { spawn } from 'node:child_process';
import path from 'node:path';
import { addPeriods, cutOffOf, earliestRun, periodOfInstant } from '@portal/domain';
import { RUN } from '@portal/server/test/support/runProgram.ts';
import { killAtExit } from './portalProcess.ts';

/** Billing zone of the measured portals. */
export const ZONE = 'America/New_York';
const PROGRAM = path.join(import.meta.dirname, 'programs/invoiceRun.ts');

export interface MeasuredRun {
  readonly firstMs: number;
  readonly repeatMs: number;
  readonly issued: number;
  readonly totalCents: number;
  readonly repeatWrote: boolean;
  readonly mostMb: number;
}

/** Runs next month's billing twice in a portal process whose clock is at that time. */
export function measureInvoiceRun(databaseUrl: string, folder: string, key: Buffer): Promise<MeasuredRun> {
  const period = addPeriods(periodOfInstant(new Date().toISOString(), ZONE), 1);
  const parameters = [`--period=${period}`, `--now=${earliestRun(cutOffOf(period, ZONE))}`];
  const child = spawn(process.execPath, [RUN, PROGRAM, ...parameters], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: path.join(folder, 'portal'),
      DATABASE_URL: databaseUrl,
      KEY_ENCRYPTION_KEY: key.toString('base64'),
      ADMIN_PASSWORD: 'admin-secret-1',
      LOG_LEVEL: 'warn',
      BILLING_TZ: ZONE,
      PORTAL_ROLES: 'api,projections,reactions',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  killAtExit(child);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      if (code === 0) resolve(JSON.parse(output) as MeasuredRun);
      else reject(new Error(`The run ended with ${code}: ${output}`));
    });
  });
}
