// The entry of `npm start` and of the container. Process 1 of a container loses a signal that has no handler, and loading
// the portal takes a while: until main.ts takes over there is nothing to stop.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));
const { bundled } = await import('../../run.mjs');
process.setSourceMapsEnabled(true);
await import(await bundled(`${import.meta.dirname}/main.ts`));
