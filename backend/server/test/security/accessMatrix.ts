import { type AccessRule, ASKERS, type Asker, expected } from './accessRule.ts';
import { adminBillingRules } from './adminBillingRules.ts';
import { adminPeopleRules } from './adminPeopleRules.ts';
import { dealerRules } from './dealerRules.ts';
import { openRules } from './openRules.ts';

/** What every route answers to everybody, written down beside the route table and compared with it both ways. */
export const accessRules: readonly AccessRule[] = [
  ...openRules,
  ...dealerRules,
  ...adminPeopleRules,
  ...adminBillingRules,
];

const HEADINGS: Readonly<Record<Asker, string>> = {
  visitor: 'No session',
  waiting: 'Waiting for approval',
  own: 'Dealer, own',
  others: "Dealer, another's",
  dealerUnknown: 'Dealer, unknown id',
  admin: 'Administrator',
  adminUnknown: 'Administrator, unknown id',
  ordering: 'Colleague: ordering',
  paying: 'Colleague: billing',
  viewing: 'Colleague: viewer',
  billing: 'Billing',
  support: 'Support',
  auditor: 'Auditor',
};

/** The rules as a table in Markdown, in the order of the rules. */
export function accessTable(): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const lines = accessRules.map((rule) => {
    const cells = expected(rule);
    const name = `\`${rule.route}${rule.variant === undefined ? '' : ` ${rule.variant}`}\``;
    return row([name, ...ASKERS.map((asker) => String(cells[asker] ?? '·'))]);
  });
  return [
    row(['Route', ...ASKERS.map((asker) => HEADINGS[asker])]),
    row(Array(ASKERS.length + 1).fill('---')),
    ...lines,
  ].join('\n');
}
