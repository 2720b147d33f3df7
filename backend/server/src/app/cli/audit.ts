import type { Seal } from '@portal/projections';
import type { Portal } from '../compose.ts';
import { progressPrinter } from '../startup/progress.ts';
import { commandLine, counted, print } from './commandLine.ts';
import { onPortal } from './connect.ts';

/** `npm run audit`: verifies the log and lists changed events. */
export const audit = commandLine({
  usage: [
    'npm run audit -- verify                         compares the whole log with its hash chain and seals',
    'npm run audit -- verify --seal NUMBER:HASH      and with a seal that was kept elsewhere, as verify printed it',
  ],
  options: { seal: { type: 'string' } },
  commands: {
    verify: {
      takes: ['seal'],
      read({ seal }, misuse) {
        if (seal === undefined) return () => onPortal((portal, signal) => verify(portal, signal));
        const [, seq, hash] = /^([1-9]\d{0,14}):([0-9a-f]{64})$/i.exec(seal) ?? [];
        if (seq === undefined || hash === undefined)
          throw misuse('A seal is NUMBER:HASH, as verify prints it.');
        const kept = { seq: Number(seq), hash: hash.toLowerCase() };
        return () => onPortal((portal, signal) => verify(portal, signal, kept));
      },
    },
  },
});

async function verify({ verifyLog }: Portal, signal: AbortSignal, keptSeal?: Seal): Promise<boolean> {
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
}
