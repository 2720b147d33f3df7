/** Whether the browser has passkeys for this address: WebAuthn takes names alone, e.g. `localhost`, and no IP addresses. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(window.location.hostname);
