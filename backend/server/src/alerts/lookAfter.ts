import type { AlertKind } from '@portal/contract';
import type { Logger } from 'pino';
import type { Finding } from './check.ts';

/** A check that hangs must not keep the others from being made. */
const CHECK_MS = 30_000;
/** A database that was away for a moment is no reason to write to anybody. */
const FAILING_MS = 3 * 60_000;

/** What a check found. */
export interface Found {
  readonly kind: AlertKind;
  /** Of the check, where several look after things of one kind. */
  readonly name: string;
  readonly findings: readonly Finding[];
  /** What was looked at; everything of the kind where it is left out. */
  readonly subjects?: readonly string[] | undefined;
}

interface Look extends Pick<Found, 'kind' | 'name'> {
  look(): Promise<Pick<Found, 'findings' | 'subjects'>>;
}

/**
 * Makes these checks. One that fails tells nothing of its own, so that what stands open stays open, and is a finding
 * itself: what is not known must not look like what is well.
 */
export async function lookAfter(
  looks: readonly Look[],
  signal: AbortSignal,
  log: Pick<Logger, 'warn'>,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  const failed: Finding[] = [];
  await Promise.all(
    looks.map(async ({ kind, name, look }) => {
      try {
        found.push({ kind, name, ...(await inTime(look())) });
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ err: error, check: name }, 'a check could not be made');
        failed.push(uncheckedFinding(name));
      }
    }),
  );
  const subjects = looks.map(({ name }) => name);
  return [...found, { kind: 'unchecked', name: `unchecked ${subjects}`, findings: failed, subjects }];
}

/** @throws where it takes too long */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${CHECK_MS} ms`)), CHECK_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const uncheckedFinding = (name: string): Finding => ({
  subject: name,
  severity: 'warning',
  title: `The portal could not look after this: ${name.replaceAll('_', ' ')}.`,
  todo: 'What it would find is not known. The server log says why the check failed; it is tried again every minute.',
  link: { path: '/system', label: 'Open System' },
  afterMs: FAILING_MS,
});
