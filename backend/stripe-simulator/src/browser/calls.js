/**
 * An error as Stripe's script answers it.
 * @typedef {{ type: string, code?: string, message?: string, decline_code?: string, param?: string }} StripeError
 * @typedef {{
 *   id: string, object: 'payment_intent' | 'setup_intent', status: string, client_secret: string, amount?: number,
 *   next_action: null | { use_stripe_sdk: { authentication: string } },
 *   last_payment_error?: StripeError | null, last_setup_error?: StripeError | null,
 * }} Intent
 */

const BASE = new URL('browser/', import.meta.url);

/** @param {URLSearchParams} form @param {string} name @param {unknown} value */
function append(form, name, value) {
  if (value === undefined || value === null) return;
  if (typeof value === 'object')
    for (const [key, inner] of Object.entries(value)) append(form, `${name}[${key}]`, inner);
  else form.append(name, String(value));
}

/**
 * Calls the simulator.
 * @param {string} call @param {Record<string, unknown>} parameters
 * @returns {Promise<{ ok: true, answer: Intent } | { ok: false, error: StripeError }>}
 */
export async function post(call, parameters) {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) append(form, name, value);
  try {
    const response = await fetch(new URL(call, BASE), { method: 'POST', body: form, credentials: 'omit' });
    const answer = await response.json();
    return answer.error === undefined ? { ok: true, answer } : { ok: false, error: answer.error };
  } catch {
    return {
      ok: false,
      error: {
        type: 'api_connection_error',
        message:
          'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.',
      },
    };
  }
}
