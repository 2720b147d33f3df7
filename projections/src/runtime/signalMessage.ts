import { z } from 'zod';

const positionText = z.string().min(1);

/** What the processes that share a database tell each other with NOTIFY. */
const signalMessage = z.object({
  /** The sender: a message comes back to who sent it. */
  from: z.string(),
  /** How far projections are. */
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
  /** The sender is there, and listens. `greeting`: since just now, and wants to know who else is. */
  here: z.enum(['greeting', 'still']).optional(),
  /** Leases are free to take. */
  freed: z.literal(true).optional(),
});

export type SignalMessage = Readonly<z.infer<typeof signalMessage>>;

/** @returns undefined for a text that is no message of ours: anybody on the database may use the channel */
export function parseSignal(payload: string): SignalMessage | undefined {
  let json: unknown;
  try {
    json = JSON.parse(payload);
  } catch {
    return undefined;
  }
  return signalMessage.safeParse(json).data;
}
