import { createHmac } from 'node:crypto';
import { savedViewsSchema } from '@portal/contract';
import { inTransaction } from '@portal/projections';
import { forgetAnswers } from '../../platform/http/idempotency.ts';
import { LOGIN_LIMITS_TABLE } from '../../platform/http/rateLimit.ts';
import { dropFilesOfCompanies } from '../notes/module.ts';
import { keepViews } from '../users/module.ts';
import { deleteMails } from './mails.ts';
import type { Traces } from './person.ts';
import type { ErasurePorts } from './ports.ts';

/** Shorter names occur in too many other searches. */
const SHORTEST_NAME = 4;

interface PurgePorts extends Pick<ErasurePorts, 'pool' | 'secret' | 'sessions'> {
  readonly commands: {
    usernameHash(username: string): string;
    readonly credentials: { remove(userId: string): Promise<void> };
  };
}

/**
 * Deletes a person's data from the tables outside the log and the read models. Idempotent. Second factors and recovery
 * codes are deleted with the credentials.
 */
export async function purge(ports: PurgePorts, traces: Traces): Promise<void> {
  const { pool, secret } = ports;
  const { userId, emails } = traces;
  await ports.sessions.destroyAllOf(userId);
  await ports.commands.credentials.remove(userId);
  await pool.query('DELETE FROM password_reset_tokens WHERE user_id = $1', [userId]);
  await pool.query('DELETE FROM password_reset_requests WHERE lower(email) = ANY($1::text[])', [emails]);
  // counts of failed attempts, which are stored under hashes and addresses
  await pool.query(
    `DELETE FROM ${LOGIN_LIMITS_TABLE}
     WHERE EXISTS (SELECT FROM unnest($1::text[]) AS one (account) WHERE position(one.account IN key) > 0)`,
    [
      [
        userId,
        ...traces.usernames.map((username) => ports.commands.usernameHash(username)),
        ...emails.map((email) => createHmac('sha256', secret).update(email, 'utf8').digest('hex')),
      ],
    ],
  );
  await cleanSavedViews(pool, [...emails, ...traces.usernames, ...traces.names]);
  await deleteMails(pool, traces);
  await dropFilesOfCompanies(pool, traces.erasedAccountIds);
}

/** Deletes responses kept for retries that mention the person. Reads all of them. */
export async function purgeAnswers(
  { pool, secret }: Pick<ErasurePorts, 'pool' | 'secret'>,
  traces: Traces,
): Promise<void> {
  const { userId, emails } = traces;
  const needles = [userId, ...traces.erasedAccountIds, ...traces.contactIds, ...emails];
  await forgetAnswers(pool, secret, {
    userId,
    speaks: (answer) => needles.some((needle) => answer.toLowerCase().includes(needle)),
  });
}

/** Deletes saved views that search for the person. */
async function cleanSavedViews(pool: ErasurePorts['pool'], texts: readonly string[]): Promise<void> {
  const needles = texts.map((text) => text.toLowerCase()).filter(({ length }) => length >= SHORTEST_NAME);
  await inTransaction(pool, async (transaction) => {
    // locks out concurrent changes
    const { rows } = await transaction.query<{ user_id: string; views: unknown }>(
      'SELECT user_id, views FROM saved_views ORDER BY user_id FOR UPDATE',
    );
    for (const { user_id: owner, views } of rows) {
      const all = savedViewsSchema.safeParse(views).data ?? [];
      const kept = all.filter(({ name, query }) => {
        const said = `${name} ${query} ${decoded(query)}`.toLowerCase();
        return !needles.some((needle) => said.includes(needle));
      });
      if (kept.length < all.length) await keepViews(transaction, owner, kept);
    }
  });
}

function decoded(query: string): string {
  try {
    return decodeURIComponent(query.replaceAll('+', ' '));
  } catch {
    return query;
  }
}
