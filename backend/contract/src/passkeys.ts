import { z } from 'zod';
import { requiredText } from './texts.ts';

/** One's own passkey. */
export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** ISO instants. */
  created_at: z.string(),
  /** Null for one that was never used. */
  last_used_at: z.string().nullable(),
});
export type Passkey = z.infer<typeof passkeySchema>;

/** What the browser is asked for, as WebAuthn's JSON. */
export const passkeyOptionsSchema = z.looseObject({ challenge: z.string() });
export type PasskeyOptions = z.infer<typeof passkeyOptionsSchema>;

const text = z.string().max(20_000);
/** What the browser answers, as WebAuthn's JSON; its content is verified, not only its shape. */
const answer = <Response extends z.ZodType>(response: Response) =>
  z.object({
    id: text,
    rawId: text,
    type: z.literal('public-key'),
    response,
    clientExtensionResults: z.looseObject({}),
  });

/** POST /api/passkeys. */
export const addPasskeySchema = z.object({
  name: requiredText('Please name the passkey').pipe(z.string().max(60, 'At most 60 characters')),
  response: answer(
    z.object({ clientDataJSON: text, attestationObject: text, transports: z.array(text).max(20).optional() }),
  ),
});
export type AddPasskey = z.infer<typeof addPasskeySchema>;

/** POST /api/login/passkey. */
export const passkeyLoginSchema = z.object({
  response: answer(
    z.object({
      ...{ clientDataJSON: text, authenticatorData: text, signature: text },
      userHandle: text.optional(),
    }),
  ),
});
export type PasskeyLogin = z.infer<typeof passkeyLoginSchema>;
