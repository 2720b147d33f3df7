import { type AdminUser, type SessionUser, sessionUserSchema } from '@portal/contract';
import { dollarsFromCents } from '@portal/domain/values';
import { type ListedUser, type UserRow, usersByIds } from '@portal/projections';
import { answerFrom } from '../../platform/http/answerFrom.ts';
import type { UserPorts } from './ports.ts';

/** The user as GET /api/user, login and register answer it; never a password. */
export const toSessionUser = (row: UserRow): SessionUser =>
  answerFrom(sessionUserSchema, row, {
    dealer_role: row.is_admin ? null : row.dealer_role,
    agreeToTerms: row.agreed_at !== null,
    second_factor: row.has_second_factor ? 'on' : 'off',
    default_reader_rate: dollarsFromCents(row.default_reader_rate_cents),
  });

export function toAdminUser(row: ListedUser): AdminUser {
  return {
    ...toSessionUser(row),
    active_sites: row.active_sites,
    total_readers: row.active_readers,
    projected_monthly_invoice_cents: row.projected_monthly_cents,
  };
}

/** Names by user id; deleted users are a former administrator. */
export async function namesOfAdministrators(
  { db, today }: Pick<UserPorts, 'db' | 'today'>,
  ids: Iterable<string>,
): Promise<(userId: string) => string> {
  const users = await usersByIds(db, [...new Set(ids)], today());
  const names = new Map(users.map(({ id, name, username }) => [id, name || username]));
  return (userId) => names.get(userId) ?? 'A former administrator';
}
