import { progressPrinter } from '../startup/progress.ts';
import { onPortal, print, understood } from './onPortal.ts';

const USAGE = 'npm run audit -- verify   compares the whole log with its hash chain and its seals';

/** `npm run audit -- verify`: a bar, events per second, and every event that is not as it was recorded. */
async function main(): Promise<void> {
  understood((parameters) => {
    if (parameters.join(' ') !== 'verify') throw new Error(USAGE);
  });
  await onPortal(async ({ verifyLog }, signal) => {
    const bar = progressPrinter('verifying', 'events');
    const begun = performance.now();
    const { ok, verified, seals, head, faults } = await verifyLog({
      signal,
      onProgress: (progress) => bar.show(progress.verified, progress.total),
    });
    bar.end();
    const perSecond = Math.round(verified / Math.max(0.001, (performance.now() - begun) / 1_000));
    const counted = (count: number) => count.toLocaleString('en-US');
    print([
      `${counted(verified)} events and ${counted(seals)} seals compared, ${counted(perSecond)} events per second.`,
      ...faults.map(({ message }) => message),
      ok
        ? `The log is whole: it ends with event ${head.seq}, hash ${head.hash}.`
        : 'The log is not what it was.',
    ]);
    return ok;
  });
}

await main();
