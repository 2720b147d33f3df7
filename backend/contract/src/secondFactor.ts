import { z } from 'zod';

/** `required`: off, and this user has to switch it on before anything else (setting ADMIN_SECOND_FACTOR). */
export const secondFactorStateSchema = z.enum(['off', 'on', 'required']);
export type SecondFactorState = z.infer<typeof secondFactorStateSchema>;

/**
 * POST /api/login answers this (401, `errors[0].path` is `code`) where the password is right and a code is needed; the
 * request is then repeated with `code`. A wrong password does not reveal whether there is a second factor.
 */
export const ENTER_CODE = 'Enter the code from your authenticator app';
/** Also for a code that was used before or has expired. */
export const WRONG_CODE = 'That code is not right. Please enter a new one.';
const NO_CODE = 'Enter the 6 digits from your authenticator app, or a recovery code';

/** Six digits of the authenticator app, or a recovery code; spaces, hyphens and case don't matter. */
export const secondFactorCode = z
  .string({ error: ENTER_CODE })
  .trim()
  .min(1, ENTER_CODE)
  .regex(/^(?:\d{3} ?\d{3}|[\da-z]{5}[ -]?[\da-z]{5})$/i, NO_CODE);

/** The second step of a sign-in, and the last of setting up: POST /api/second-factor/confirm. */
export const secondFactorCodeSchema = z.object({ code: secondFactorCode });

const NO_PASSWORD = 'Enter your current password';
const currentPassword = z.string({ error: NO_PASSWORD }).min(1, NO_PASSWORD).max(1_000, NO_PASSWORD);

/** POST /api/second-factor/setup. */
export const secondFactorSetupSchema = z.object({ currentPassword });

/** DELETE /api/second-factor and POST /api/second-factor/recovery-codes. */
export const secondFactorProofSchema = z.object({ currentPassword, code: secondFactorCode });

/** POST /api/step-up. */
export const stepUpSchema = z.object({ currentPassword, code: secondFactorCode.optional() });
export type StepUpRequest = z.infer<typeof stepUpSchema>;

/** GET /api/second-factor. */
export const secondFactorStatusSchema = z.object({
  state: secondFactorStateSchema,
  /** Unused recovery codes; 0 while it is off. */
  recovery_codes_left: z.number().int(),
});
export type SecondFactorStatus = z.infer<typeof secondFactorStatusSchema>;

/** Response of POST /api/second-factor/setup: the secret in three forms, to scan or to type. */
export const secondFactorEnrolmentSchema = z.object({
  /** `otpauth://totp/…` */
  uri: z.string(),
  /** Base32. */
  secret: z.string(),
  /** An SVG document with the URI as QR code. */
  qr_svg: z.string(),
});
export type SecondFactorEnrolment = z.infer<typeof secondFactorEnrolmentSchema>;

/** Response of confirming and renewing: the codes, shown this once. */
export const recoveryCodesSchema = z.object({ recovery_codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>;
