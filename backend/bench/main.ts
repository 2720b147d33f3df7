import { readCommandLine, understood } from '@portal/server/app/cli/commandLine.ts';
import { describeMachine, describePostgres } from '@portal/tools/machine.ts';
import { withPostgres } from '@portal/tools/scratch.ts';
import type { BenchResult } from './bench.ts';
import { BENCHES } from './benches/index.ts';
import { asMarkdown, writeResult } from './report.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

const USAGE = 'npm run bench -- [NAME …] [--quick] [--scale 5]';

/** @throws Error with the usage */
function parsed(parameters: readonly string[]) {
  const { values, words, misuse } = readCommandLine(
    parameters,
    { quick: { type: 'boolean', default: false }, scale: { type: 'string', default: '1' } },
    USAGE,
  );
  const scale = Number(values.scale);
  if (!(scale > 0)) throw misuse('--scale is a number above 0, the factor of the usual sizes.');
  const unknown = words.filter((name) => !BENCHES.some((bench) => bench.name === name));
  if (unknown.length > 0) {
    const known = BENCHES.map(({ name }) => name).join(', ');
    throw misuse(`There is no bench ${unknown.join(', ')}; there are ${known}.`);
  }
  const chosen = BENCHES.filter(({ name, onlyWhenNamed }) =>
    words.length === 0 ? onlyWhenNamed !== true : words.includes(name),
  );
  return { chosen, scale, quick: values.quick };
}

/** `npm run bench`: prints results and writes them into RESULTS.md. */
async function main(): Promise<void> {
  const { chosen, scale, quick } = understood(parsed);
  const postgres = await withPostgres(({ superuserConnectionString }) =>
    describePostgres(superuserConnectionString),
  );
  let failed = 0;
  for (const bench of chosen) {
    say(`\n${bench.title} (${bench.name})`);
    const machine = describeMachine();
    const began = performance.now();
    const seconds = () => Math.round((performance.now() - began) / 1_000);
    let result: BenchResult;
    try {
      result = await bench.run({ quick, scale, say: (line) => say(`  ${seconds()} s: ${line}`) });
    } catch (error) {
      failed += 1;
      say(`FAILED: ${error instanceof Error ? error.message : String(error)}`);
      continue;
    }
    const text = asMarkdown(bench, result, { ...machine, postgres, scale, date: new Date() });
    say(`${text}\n\nIt took ${seconds()} s.`);
    if (!quick) await writeResult(bench.name, text);
  }
  process.exitCode = failed === 0 ? 0 : 1;
}

await main();
// ends processes that a failed bench left running
process.exit();
