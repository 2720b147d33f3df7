import { BENCHES } from './benches/index.ts';
import { writeGoals } from './report.ts';

// Makes the table of all goals in RESULTS.md anew, e.g. after an explanation in whyMissed.ts was changed.
await writeGoals(BENCHES);
