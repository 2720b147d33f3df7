import { BENCHES } from './benches/index.ts';
import { writeGoals } from './report.ts';

// Updates the table of all goals in RESULTS.md, e.g. after a change of whyMissed.ts.
await writeGoals(BENCHES);
