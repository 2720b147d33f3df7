import { markdownTable, marksOf } from '@portal/tools/markdown.ts';
import type { Bench } from './bench.ts';
import { WHY_MISSED } from './whyMissed.ts';

/** Columns of a bench's goals in RESULTS.md, from which the overview is read. */
export const GOAL_COLUMNS: readonly string[] = ['Goal', '', 'Measured', ''];

/** Section of docs/performance.md. */
export const SUMMARY_SECTION = 'summary';

/** Section of RESULTS.md. */
export const GOALS_SECTION = 'all goals';

interface WrittenGoal {
  readonly what: string;
  readonly goal: string;
  readonly measured: string;
  readonly verdict: string;
}

/** The goals in a bench's section; none if it has not been run. */
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
 * The goals of all benches, read from their sections, and the reasons why goals are missed.
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

/** The goals in the summary, by bench and name. */
const SUMMARY: readonly (readonly [label: string, bench: string, what: string])[] = [
  ["A dealer's list of 20 sites, 8 at once", 'crud', 'GET /api/sites of 20 sites, 8 callers'],
  ["A change of a site's notes, 8 at once", 'crud', 'PATCH /api/sites/{id} {site_notes}, 8 callers'],
  [
    'A change of status with its mails, 8 at once',
    'crud',
    'PATCH /api/sites/{id} {status}, mails written, 8 callers',
  ],
  ['Changes of notes, 32 at once', 'crud', 'PATCH /api/sites/{id} {site_notes}, 32 callers'],
  ['From an event to its row on a page, no other load', 'visible', 'visible, idle'],
  [
    "An administrator's list of 100,000 sites: filter, search, sort",
    'lists',
    'sites, filter + search + sort',
  ],
  ['The same list with ten times the rows', 'growth', 'admin list page, ten times as much'],
  ['Billing run of 10,000 companies with 100,000 sites', 'invoice-run', 'run'],
  ['Memory of the billing run', 'invoice-run', 'memory'],
  ['Replay of an invoice with 200 sites and 5 years', 'replay', 'replay of one invoice'],
  ['Verification of the log', 'verify', 'verify'],
  ['Rebuild of a read model', 'read-models', 'rebuild, spread'],
  ['First start from a clone', 'start', 'first start from a clone'],
  ['Second start', 'start', 'second start'],
  ['Appends by 32 callers, relative to a bare INSERT', 'appends', 'appends by 32'],
];

/** The summary, read from the results. @throws Error for a goal that was not measured */
export function goalsSummary(results: string): string {
  const rows = SUMMARY.map(([label, bench, what]) => {
    const found = goalsIn(results, bench).find((goal) => goal.what === what);
    if (found === undefined) throw new Error(`The results of ${bench} have no goal named ${what}.`);
    return [label, found.goal, found.measured, found.verdict];
  });
  return markdownTable({ columns: ['', 'Goal', 'Measured', ''], rows });
}
