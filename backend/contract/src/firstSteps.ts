import { z } from 'zod';

/** First steps of a dealer that leave no other trace, and `dismissed` for all of them. */
export const firstStepSchema = z.enum(['panels', 'notifications', 'dismissed']);

/** GET /api/first-steps, and the answer of its POST: what the caller has ticked off. */
export const firstStepsSchema = z.array(firstStepSchema);

/** POST /api/first-steps. */
export const tickFirstStepSchema = z.object({ step: firstStepSchema });
export type TickFirstStep = z.infer<typeof tickFirstStepSchema>;
