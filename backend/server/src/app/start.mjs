// The entry of `npm start` and of the container. Process 1 of a container loses a signal that has no handler, and
// loading tsx and the portal takes seconds: until main.ts takes over there is nothing to stop.
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));
await import('tsx');
await import('./main.ts');
