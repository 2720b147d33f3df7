import { Secret, TOTP } from 'otpauth';
import encodeQR from 'qr';

/** RFC 6238 with what every authenticator app knows: SHA-1, 6 digits, 30 seconds. */
const STEP_SECONDS = 30;
const SECRET_BYTES = 20;
/** Clocks may be off by one step either way. */
const DRIFT_STEPS = 1;

const totp = (secret: string, names: { readonly issuer?: string; readonly label?: string } = {}) =>
  new TOTP({ ...names, secret: Secret.fromBase32(secret), period: STEP_SECONDS });

/** 160 random bits in base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/**
 * The step whose code this is, from one before `at` to one after; null where it is none of theirs.
 * @param code six digits
 */
export function stepOfCode(secret: string, code: string, at: Date): number | null {
  const timestamp = at.getTime();
  const delta = totp(secret).validate({ token: code, timestamp, window: DRIFT_STEPS });
  return delta === null ? null : TOTP.counter({ period: STEP_SECONDS, timestamp }) + delta;
}

/** The `otpauth://` address that an authenticator app reads, and the same as a QR code in SVG. */
export function enrolment(secret: string, issuer: string, label: string) {
  const uri = totp(secret, { issuer, label }).toString();
  // the border of four is the quiet zone that cameras look for
  return { uri, svg: encodeQR(uri, 'svg', { border: 4 }) };
}
