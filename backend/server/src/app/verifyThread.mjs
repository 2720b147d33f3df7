// A thread that verifies parts of the log (verifyThreads.ts).
import { bundled } from '../../run.mjs';

await import(await bundled(`${import.meta.dirname}/../../../../projections/src/logIndex/rangeThread.ts`));
