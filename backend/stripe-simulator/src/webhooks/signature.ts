import { createHmac } from 'node:crypto';

/** The `Stripe-Signature` header: the time in seconds, and HMAC-SHA256 over `time.payload`. */
export function signatureHeader(payload: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${payload}`, 'utf8').digest('hex');
  return `t=${seconds},v1=${signature}`;
}
