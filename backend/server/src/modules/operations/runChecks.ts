import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Check, type Finding, type Found, SYSTEM } from './check.ts';

const keyOf = ({ subject, mark }: Finding) => JSON.stringify([subject, mark ?? '']);

/**
 * Tells which of a check's findings have lasted as long as they must. Asked with all findings of the check at each look.
 * In memory: after a failover, findings have to last again.
 */
export function trackFindings(): (found: Found, at: Date) => ReadonlySet<Finding> {
  const since = new Map<string, ReadonlyMap<string, number>>();
  return ({ name, findings }, at) => {
    const before = since.get(name);
    const now = at.getTime();
    const firstSeen = new Map(
      findings.map((finding) => [keyOf(finding), before?.get(keyOf(finding)) ?? now] as const),
    );
    since.set(name, firstSeen);
    return new Set(
      findings.filter((finding) => now - (firstSeen.get(keyOf(finding)) ?? now) >= (finding.afterMs ?? 0)),
    );
  };
}

/** A hanging check must not block the others. */
const CHECK_MS = 30_000;

/** Limit of alerts per kind; each costs a query per check. */
const MAX_FINDINGS = 100;

/** A short outage of the database is no alert. */
const FAILING_MS = 3 * 60_000;

/**
 * Runs these checks. A failing check keeps its open alerts and is a finding itself, because unknown must not look like well.
 */
export async function runChecks(
  looks: readonly (Check & Pick<Found, 'name'>)[],
  signal: AbortSignal,
  log: Pick<Logger, 'warn'>,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  const failed: Finding[] = [];
  await Promise.all(
    looks.map(async ({ kind, name, look }) => {
      try {
        const seen = await inTime(look(signal), signal);
        const { findings, subjects }: Pick<Found, 'findings' | 'subjects'> =
          'findings' in seen ? seen : { findings: seen };
        found.push({ kind, name, findings: readable(findings), subjects });
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ err: error, check: name }, 'a check failed');
        failed.push({
          subject: name,
          severity: 'warning',
          title: `This check failed: ${name.replaceAll('_', ' ')}.`,
          todo: 'The server log has the reason. The check is repeated every minute.',
          link: SYSTEM,
          afterMs: FAILING_MS,
        });
      }
    }),
  );
  const subjects = looks.map(({ name }) => name);
  return [...found, { kind: 'unchecked', name: `unchecked ${subjects}`, findings: failed, subjects }];
}

/** The first {@link MAX_FINDINGS} by subject, always the same ones, and one that counts the others. */
function readable(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length <= MAX_FINDINGS) return findings;
  const sorted = [...findings].sort((a, b) => (a.subject < b.subject ? -1 : 1));
  const rest = sorted.slice(MAX_FINDINGS);
  const worst = rest.find(({ severity }) => severity === 'critical') ?? rest[0];
  if (worst === undefined) return sorted;
  const { mark: _, ...like } = worst;
  return [
    ...sorted.slice(0, MAX_FINDINGS),
    { ...like, subject: 'more', title: `${rest.length} more of the same. One of them: ${worst.title}` },
  ];
}

/** @throws Error after {@link CHECK_MS}, or when aborted */
async function inTime<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const over = new AbortController();
  const late = sleep(CHECK_MS, undefined, { signal: AbortSignal.any([signal, over.signal]) }).then(() => {
    throw new Error(`no answer within ${CHECK_MS} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => undefined);
    over.abort();
  }
}
