import type { Finding } from './check.ts';

/** Which findings were found at every look for as long as they ask to be. */
export interface Steady {
  /** @param kind whose findings these are, all of them */
  ripe(kind: string, findings: readonly Finding[], at: Date): ReadonlySet<Finding>;
}

const keyOf = ({ subject, mark }: Finding) => JSON.stringify([subject, mark ?? '']);

/** In this process alone: another one that takes over looks as long again, which is late and never wrong. */
export function createSteady(): Steady {
  const since = new Map<string, ReadonlyMap<string, number>>();
  return {
    ripe(kind, findings, at) {
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
