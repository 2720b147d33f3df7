import { isIn, type Queryable } from '@portal/projections';

const KEEP_DAYS = 90;
const SHOWN = 10;

interface SignIn {
  readonly userId: string;
  /** Of the client. */
  readonly address: string;
  readonly at: Date;
}

export async function recordSignIn(db: Queryable, { userId, address, at }: SignIn): Promise<void> {
  await db.query('INSERT INTO sign_ins (user_id, address, at) VALUES ($1, $2, $3)', [userId, address, at]);
}

/** The latest ten of each user, the newest first. */
export async function signInsOf(db: Queryable, userIds: readonly string[]): Promise<readonly SignIn[]> {
  const { rows } = await db.query<SignIn>(
    `SELECT user_id AS "userId", address, at FROM (
       SELECT *, row_number() OVER (PARTITION BY user_id ORDER BY at DESC) AS nth
       FROM sign_ins WHERE ${isIn('user_id', '$1')}) numbered
     WHERE nth <= ${SHOWN} ORDER BY at DESC`,
    [userIds],
  );
  return rows;
}

/** Deletes sign-ins older than 90 days. */
export async function purgeSignIns(db: Queryable, now: Date): Promise<void> {
  await db.query('DELETE FROM sign_ins WHERE at < $1', [new Date(now.getTime() - KEEP_DAYS * 86_400_000)]);
}
