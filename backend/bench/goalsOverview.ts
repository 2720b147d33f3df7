import type { Bench } from './bench.ts';
import { markdownTable } from './markdownTable.ts';
import { WHY_MISSED } from './whyMissed.ts';

/** The columns of a bench's table of goals in RESULTS.md; the overview is read out of these tables. */
export const GOAL_COLUMNS: readonly string[] = ['Goal', '', 'Measured', ''];

/** The place of the summary in docs/performance.md. */
export const SUMMARY_SECTION = 'what people feel';

/** The place of the overview, as {@link marksOf} marks it. */
export const GOALS_SECTION = 'all goals';

/** What stands around the results of one bench in RESULTS.md. */
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

/** The goals that people feel, in their words: bench and goal as {@link goalsIn} names them. */
const FELT: readonly (readonly [label: string, bench: string, what: string])[] = [
  ["A dealer's list of 20 sites, 8 at once", 'dealer-sites', 'GET of 20 sites, 8 callers'],
  ["A change of a site's notes, 8 at once", 'commands', 'PATCH /api/sites/{id} {site_notes}, 8 callers'],
  [
    'A change of status with its mails, 8 at once',
    'commands',
    'PATCH /api/sites/{id} {status}, letters written, 8 callers',
  ],
  ['Changes of notes, 32 at once', 'commands', 'PATCH /api/sites/{id} {site_notes}, 32 callers'],
  ['From an event to its row on a page, idle', 'visible', 'visible, idle'],
  [
    "An administrator's list of 100,000 sites: filter, search, sort",
    'lists',
    'sites, filter + search + sort',
  ],
  ['The same list at ten times the rows', 'growth', 'admin list page, ten times as much'],
  ['The billing run of 10,000 companies with 100,000 sites', 'invoice-run', 'run'],
  ['Its memory', 'invoice-run', 'memory'],
  ['One invoice of 200 sites and 5 years replayed', 'replay', 'replay of one invoice'],
  ['The whole log verified', 'verify', 'verify'],
  ['A read model rebuilt beside the live one', 'read-models', 'rebuild, spread'],
  ['First start from a clone', 'start', 'first start from a clone'],
  ['Start of a portal that is there', 'start', 'second start'],
  ['Appends by 32 callers, to a bare INSERT', 'appends', 'appends by 32'],
];

/** The table of what people feel, read out of the results. @throws Error for a goal that no bench has measured */
export function goalsSummary(results: string): string {
  const rows = FELT.map(([label, bench, what]) => {
    const found = goalsIn(results, bench).find((goal) => goal.what === what);
    if (found === undefined) throw new Error(`The results of ${bench} have no goal named ${what}.`);
    return [label, found.goal, found.measured, found.verdict];
  });
  return markdownTable({ columns: ['', 'Goal', 'Measured', ''], rows });
}
