/** Whether there may be a session: the server sets a readable cookie beside the session's. It saves a call that would fail. */
export const mayBeSignedIn = (): boolean => document.cookie.includes('portal-signed-in=');
