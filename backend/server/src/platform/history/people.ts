import type { Actor } from '@portal/domain';
import { usersByIds } from '@portal/projections';
import type { PortalEnvelope } from '../../kernel/execute.ts';
import type { ReadPorts } from '../readPorts.ts';

/** The reader of a history. Dealers do not see names of administrators and other companies. */
export type Reader = { readonly kind: 'admin' } | { readonly kind: 'dealer'; readonly accountId: string };

export type NamePorts = Pick<ReadPorts, 'db' | 'today' | 'initiators'>;

/** Who asked for an event, named as a reader may see it. */
export type Who = Actor & { readonly name: string };

export async function whoOf(
  ports: NamePorts,
  envelopes: readonly PortalEnvelope[],
  reader: Reader,
): Promise<(envelope: PortalEnvelope) => Who> {
  const initiatorOf = await ports.initiators(envelopes);
  const ids = envelopes.flatMap((envelope) => {
    const { kind, id } = initiatorOf(envelope);
    const { approvedBy } = envelope.metadata;
    const second = approvedBy === undefined ? [] : [approvedBy];
    return (kind === 'dealer' || kind === 'admin') && id !== null ? [id, ...second] : second;
  });
  const users = await usersByIds(ports.db, [...new Set(ids)], ports.today());
  const known = new Map(users.map((user) => [user.id, user]));
  const nameOf = ({ kind, id }: Actor): string => {
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
  return (envelope) => {
    const initiator = initiatorOf(envelope);
    const { approvedBy: second } = envelope.metadata;
    const name = nameOf(initiator);
    const isTold = reader.kind === 'admin' && second !== undefined;
    return {
      ...initiator,
      name: isTold ? `${name}, approved by ${nameOf({ kind: 'admin', id: second })}` : name,
    };
  };
}
