/**
 * Key in localStorage that says that somebody has signed in here: the landing page asks for the user only
 * then, so that a visitor's first page costs no call that can only fail. It proves nothing; the server decides.
 */
export const SIGNED_IN_HINT = 'portal.signed-in';
