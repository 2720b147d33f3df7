import fc from 'fast-check';

/** The seed of every property: fixed in `npm test`, drawn and printed by `npm run test:deep`. */
fc.configureGlobal({ seed: Number(process.env.CHAOS_SEED || 20_261_121) });
