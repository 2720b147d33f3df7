import type { Actor } from '@portal/domain';
import { usersByIds } from '@portal/projections';
import type { PortalEnvelope } from '../../kernel/execute.ts';
import type { ReadPorts } from '../readPorts.ts';

/** The reader of a history. Dealers do not see names of administrators and other companies. */
export type Reader = { readonly kind: 'admin' } | { readonly kind: 'dealer'; readonly accountId: string };

/** Names of actors as this reader may see them. */
export async function namesFor(
  ports: Pick<ReadPorts, 'db' | 'today'>,
  envelopes: readonly PortalEnvelope[],
  reader: Reader,
): Promise<(actor: Actor) => string> {
  const ids = envelopes.flatMap(({ metadata: { actor } }) =>
    (actor.kind === 'dealer' || actor.kind === 'admin') && actor.id !== null ? [actor.id] : [],
  );
  const users = await usersByIds(ports.db, [...new Set(ids)], ports.today());
  const known = new Map(users.map((user) => [user.id, user]));
  return ({ kind, id }) => {
    switch (kind) {
      case 'system':
        return 'The portal';
      case 'provider':
        return 'The payment provider';
      case 'visitor':
        return 'A visitor';
      case 'admin':
      case 'dealer': {
        const user = known.get(id ?? '');
        if (reader.kind === 'dealer' && (kind === 'admin' || user?.is_admin)) return 'An administrator';
        if (user === undefined) return 'A former user';
        if (reader.kind === 'dealer' && user.account_id !== reader.accountId) return 'A former user';
        return user.name === '' ? user.username : user.name;
      }
    }
  };
}
