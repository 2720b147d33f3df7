import { z } from 'zod';

const positionText = z.string().min(1);

/** A NOTIFY message between the processes on a database. */
const signalMessage = z.object({
  /** The sender, which receives its own messages too. */
  from: z.string(),
  /** Positions by projection and version, e.g. `sites_v2`. */
  progress: z.record(z.string(), positionText).optional(),
  changes: z
    .array(
      z.object({
        projection: z.string(),
        accounts: z.array(z.string()).nullable(),
        position: positionText,
      }),
    )
    .optional(),
  /** The sender listens. `greeting`: it has just begun, and others should answer. */
  here: z.enum(['greeting', 'still']).optional(),
  /** Leases are free. */
  freed: z.literal(true).optional(),
});

export type SignalMessage = Readonly<z.infer<typeof signalMessage>>;

/** @returns undefined for another format: anyone on the database may use the channel */
export function parseSignal(payload: string): SignalMessage | undefined {
  let json: unknown;
  try {
    json = JSON.parse(payload);
  } catch {
    return undefined;
  }
  return signalMessage.safeParse(json).data;
}
