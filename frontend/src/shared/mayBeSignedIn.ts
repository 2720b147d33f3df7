/**
 * Whether this browser may have a session: the server sets a readable cookie beside the session's. Without it the
 * visitor is signed out, and no call is made that can only fail. It proves nothing; the server decides.
 */
export const mayBeSignedIn = (): boolean => document.cookie.includes('portal-signed-in=');
