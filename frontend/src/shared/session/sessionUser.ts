import type { SessionUser } from '@portal/contract';

/**
 * What the session calls answered, as a user. Checks by hand what the guard decides by: the contract's schema would
 * bring its library to every page, forms or not. Throws where the answer is no user.
 */
export function asSessionUser(json: unknown): SessionUser {
  const user = json as Partial<SessionUser> | null;
  if (
    typeof user?.id === 'string' &&
    typeof user.is_admin === 'boolean' &&
    typeof user.is_approved === 'boolean'
  ) {
    return json as SessionUser;
  }
  throw new Error('The server did not answer with a user.');
}
