import type { Seal } from '@portal/projections';
import { progressPrinter } from '../startup/progress.ts';
import { counted, print, readCommandLine, understood } from './commandLine.ts';
import { onPortal } from './onPortal.ts';

const USAGE = `npm run audit -- verify                         compares the whole log with its hash chain and seals
npm run audit -- verify --seal NUMBER:HASH      and with a seal that was kept elsewhere, as verify printed it`;

/** @throws Error with the usage */
function parsed(parameters: readonly string[]): Seal | undefined {
  const { values, words, misuse, noSuchCommand } = readCommandLine(
    parameters,
    { seal: { type: 'string' } },
    USAGE,
  );
  if (words.join(' ') !== 'verify') throw noSuchCommand();
  if (values.seal === undefined) return undefined;
  const [, seq, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/i.exec(values.seal) ?? [];
  if (seq === undefined || hash === undefined) throw misuse('A seal is NUMBER:HASH, as verify prints it.');
  return { seq: Number(seq), hash: hash.toLowerCase() };
}

/** `npm run audit`: verifies the log and lists changed events. */
async function main(): Promise<void> {
  const keptSeal = understood(parsed);
  await onPortal(async ({ verifyLog }, signal) => {
    const bar = progressPrinter('verifying', 'events');
    const begun = performance.now();
    const { ok, verified, seals, newestSeal, head, faults } = await verifyLog({
      signal,
      keptSeal,
      onProgress: (progress) => bar.show(progress.verified, progress.total),
    });
    bar.end();
    const perSecond = Math.round(verified / Math.max(0.001, (performance.now() - begun) / 1_000));
    print([
      `${counted(verified, 'event')} and ${counted(seals, 'seal')} compared, ${counted(perSecond, 'event')} per second.`,
      ...faults.map(({ message }) => message),
      ok
        ? `The log is intact: it ends with event ${head.seq}, hash ${head.hash}.`
        : 'The log does not match its hash chain.',
      newestSeal === null
        ? 'The log was never sealed.'
        : `Newest seal, to keep elsewhere: ${newestSeal.seq}:${newestSeal.hash}`,
      ...(ok && keptSeal !== undefined ? [`Your seal of event ${keptSeal.seq} matches the log.`] : []),
    ]);
    return ok;
  });
}

await main();
