import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Finding, Found } from './check.ts';

/** Which findings were found at every look for as long as they ask to be. */
interface FindingTracker {
  /** @param kind whose findings these are, all of them */
  lasting(kind: string, findings: readonly Finding[], at: Date): ReadonlySet<Finding>;
}

const keyOf = ({ subject, mark }: Finding) => JSON.stringify([subject, mark ?? '']);

/** In this process alone: another one that takes over looks as long again, which is late and never wrong. */
export function trackFindings(): FindingTracker {
  const since = new Map<string, ReadonlyMap<string, number>>();
  return {
    lasting(kind, findings, at) {
      const before = since.get(kind);
      const now = at.getTime();
      const firstSeen = new Map(
        findings.map((finding) => [keyOf(finding), before?.get(keyOf(finding)) ?? now] as const),
      );
      since.set(kind, firstSeen);
      return new Set(
        findings.filter((finding) => now - (firstSeen.get(keyOf(finding)) ?? now) >= (finding.afterMs ?? 0)),
      );
    },
  };
}

/** A check that hangs must not keep the others from being made. */
const CHECK_MS = 30_000;

/** Limit of alerts per kind; each costs a query per check. */
const MOST_FINDINGS = 100;

/** The subject of what is counted only. */
const MORE = 'more';

/** A database that was away for a moment is no reason to write to anybody. */
const FAILING_MS = 3 * 60_000;

interface Look extends Pick<Found, 'kind' | 'name'> {
  look(): Promise<Pick<Found, 'findings' | 'subjects'>>;
}

/**
 * Makes these checks. One that fails tells nothing of its own, so that what stands open stays open, and is a finding
 * itself: what is not known must not look like what is well.
 */
export async function runChecks(
  looks: readonly Look[],
  signal: AbortSignal,
  log: Pick<Logger, 'warn'>,
): Promise<readonly Found[]> {
  const found: Found[] = [];
  const failed: Finding[] = [];
  await Promise.all(
    looks.map(async ({ kind, name, look }) => {
      try {
        const { findings, subjects } = await inTime(look(), signal);
        found.push({ kind, name, findings: readable(findings), subjects });
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ err: error, check: name }, 'a check failed');
        failed.push(uncheckedFinding(name));
      }
    }),
  );
  const subjects = looks.map(({ name }) => name);
  return [...found, { kind: 'unchecked', name: `unchecked ${subjects}`, findings: failed, subjects }];
}

/** The first {@link MOST_FINDINGS} by subject, so that they stay the same from look to look, and how many more there are. */
function readable(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length <= MOST_FINDINGS) return findings;
  const sorted = [...findings].sort((a, b) => (a.subject < b.subject ? -1 : 1));
  const rest = sorted.slice(MOST_FINDINGS);
  const worst = rest.find(({ severity }) => severity === 'critical') ?? rest[0];
  if (worst === undefined) return sorted;
  const { mark: _, ...like } = worst;
  return [
    ...sorted.slice(0, MOST_FINDINGS),
    { ...like, subject: MORE, title: `${rest.length} more of the same. One of them: ${worst.title}` },
  ];
}

/** @throws where it takes too long, or nobody wants to know any more */
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

const uncheckedFinding = (name: string): Finding => ({
  subject: name,
  severity: 'warning',
  title: `This check failed: ${name.replaceAll('_', ' ')}.`,
  todo: 'The server log has the reason. The check is repeated every minute.',
  link: { path: '/system', label: 'Open System' },
  afterMs: FAILING_MS,
});
