import { parseArgs } from 'node:util';
import type { Bench, BenchResult } from './bench.ts';
import { BENCHES } from './benches/index.ts';
import { describeMachine, postgresVersion } from './machine.ts';
import { asText, writeResult } from './report.ts';
import { withPostgres } from './scratch.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** `npm run bench -- [names] [--quick] [--scale 5]`: prints results and writes them into RESULTS.md. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false }, scale: { type: 'string', default: '1' } },
  });
  const scale = Number(values.scale);
  if (!(scale > 0)) throw new Error('--scale is a number above 0, the factor of the usual sizes.');
  const chosen = chosenBenches(positionals);
  const postgres = await withPostgres(({ superuserConnectionString }) =>
    postgresVersion(superuserConnectionString),
  );
  let failed = 0;
  for (const bench of chosen) {
    say(`\n${bench.title} (${bench.name})`);
    const machine = describeMachine();
    const began = performance.now();
    const seconds = () => Math.round((performance.now() - began) / 1_000);
    let result: BenchResult;
    try {
      result = await bench.run({
        quick: values.quick,
        scale,
        say: (line) => say(`  ${seconds()} s: ${line}`),
      });
    } catch (error) {
      failed += 1;
      say(`FAILED: ${error instanceof Error ? error.message : String(error)}`);
      continue;
    }
    say(`${asText(result)}\n\nIt took ${seconds()} s.`);
    if (!values.quick) {
      await writeResult(BENCHES, bench, result, { ...machine, postgres, scale, date: new Date() });
    }
  }
  process.exitCode = failed === 0 ? 0 : 1;
}

function chosenBenches(names: readonly string[]): readonly Bench[] {
  if (names.length === 0) return BENCHES.filter(({ onlyWhenNamed }) => onlyWhenNamed !== true);
  const unknown = names.filter((name) => !BENCHES.some((bench) => bench.name === name));
  if (unknown.length > 0) {
    throw new Error(
      `There is no bench ${unknown.join(', ')}; there are ${BENCHES.map(({ name }) => name).join(', ')}.`,
    );
  }
  return BENCHES.filter(({ name }) => names.includes(name));
}

await main();
// ends processes that a failed bench left running
process.exit();
