// The thread that makes PDFs (renderInThread.ts).
import { bundled } from '../../run.mjs';

await import(await bundled(`${import.meta.dirname}/printThread.ts`));
