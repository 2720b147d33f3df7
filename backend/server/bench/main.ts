import { parseArgs } from 'node:util';
import type { Bench, BenchResult } from './bench.ts';
import { appends } from './benches/appends.ts';
import { commands } from './benches/commands.ts';
import { dealerSites } from './benches/dealerSites.ts';
import { invoiceRun } from './benches/invoiceRun.ts';
import { lists } from './benches/lists.ts';
import { start } from './benches/start.ts';
import { visible } from './benches/visible.ts';
import { describeMachine, postgresVersion } from './machine.ts';
import { asText, writeResult } from './report.ts';
import { withPostgres } from './scratch.ts';

const BENCHES: readonly Bench[] = [appends, visible, commands, dealerSites, lists, invoiceRun, start];

const say = (line: string) => process.stdout.write(`${line}\n`);

/** `npm run bench -- [names] [--quick]`: measures, prints, and writes what it measured into docs/performance.md. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false } },
  });
  const unknown = positionals.filter((name) => !BENCHES.some((bench) => bench.name === name));
  if (unknown.length > 0) {
    throw new Error(
      `There is no bench ${unknown.join(', ')}; there are ${BENCHES.map(({ name }) => name).join(', ')}.`,
    );
  }
  const chosen = BENCHES.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const postgres = await withPostgres(({ superuserConnectionString }) =>
    postgresVersion(superuserConnectionString),
  );
  let failed = 0;
  for (const bench of chosen) {
    say(`\n${bench.title} (${bench.name})`);
    const machine = describeMachine();
    let result: BenchResult;
    try {
      result = await bench.run({ quick: values.quick, say: (line) => say(`  ${line}`) });
    } catch (error) {
      failed += 1;
      say(`FAILED: ${error instanceof Error ? error.message : String(error)}`);
      continue;
    }
    say(asText(result));
    if (!values.quick) await writeResult(bench, result, { ...machine, postgres, date: new Date() });
  }
  process.exitCode = failed === 0 ? 0 : 1;
}

await main();
