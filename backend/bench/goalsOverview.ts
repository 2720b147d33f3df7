import type { Bench } from './bench.ts';
import { markdownTable } from './markdownTable.ts';
import { WHY_MISSED } from './whyMissed.ts';

/** The columns of a bench's table of goals in docs/performance.md; the overview is read out of these tables. */
export const GOAL_COLUMNS: readonly string[] = ['Goal', '', 'Measured', ''];

/** The place of the overview, as {@link marksOf} marks it. */
export const GOALS_SECTION = 'all goals';

/** What stands around the results of one bench in docs/performance.md. */
export const marksOf = (name: string) => ({
  begin: `<!-- results of ${name} -->`,
  end: `<!-- end of ${name} -->`,
});

/** A line of a bench's table of goals, as it stands in the document. */
interface WrittenGoal {
  readonly what: string;
  readonly goal: string;
  readonly measured: string;
  readonly verdict: string;
}

/** The goals that a bench's section tells of; none where the bench has not been run. */
export function goalsIn(document: string, name: string): readonly WrittenGoal[] {
  const { begin, end } = marksOf(name);
  const section = document.slice(document.indexOf(begin), document.indexOf(end));
  const head = `| ${GOAL_COLUMNS.join(' | ')} |\n`;
  const at = section.indexOf(head);
  if (at < 0) return [];
  const lines = section
    .slice(at + head.length)
    .split('\n')
    .slice(1);
  const rows = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('|')),
  );
  return rows.map((row) => {
    const [what = '', goal = '', measured = '', verdict = ''] = row.slice(2, -2).split(' | ');
    return { what, goal, measured, verdict };
  });
}

/**
 * Every goal with what was measured for it, read out of the benches' own sections, so that it says what they say; and
 * below, why goals are missed, each reason once.
 */
export function goalsOverview(document: string, benches: readonly Pick<Bench, 'name'>[]): string {
  const reasons = new Map<string, string[]>();
  const rows = benches.flatMap(({ name }) => {
    const goals = goalsIn(document, name);
    if (goals.length === 0) return [[`\`${name}\``, '', '', '', 'not measured']];
    const why = WHY_MISSED[name] ?? {};
    for (const { what, verdict } of goals) {
      if (verdict === 'met') continue;
      const reason = why[what] ?? why[''] ?? 'not known yet';
      const of = why[what] === undefined && why[''] !== undefined ? `\`${name}\`` : `\`${name}\`, ${what}`;
      reasons.set(reason, [...new Set([...(reasons.get(reason) ?? []), of])]);
    }
    return goals.map(({ what, goal, measured, verdict }) => [`\`${name}\``, what, goal, measured, verdict]);
  });
  const table = markdownTable({ columns: ['Bench', 'What', 'Goal', 'Measured', ''], rows });
  if (reasons.size === 0) return table;
  const list = [...reasons].map(([reason, of]) => `- ${of.join('; ')}: ${reason}`);
  return [table, 'Why goals are missed:', list.join('\n')].join('\n\n');
}
