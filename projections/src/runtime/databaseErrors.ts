import { DatabaseError } from 'pg';

const sqlState = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** PostgreSQL refuses the value: data exception, integrity violation, program limit. */
export function isRefusedValue(error: unknown): error is Error {
  return /^(22|23|54)/.test(sqlState(error));
}

/** lock_not_available, deadlock_detected: try again. */
export function isLockTrouble(error: unknown): boolean {
  return ['55P03', '40P01'].includes(sqlState(error));
}

/** undefined_table: the generation was replaced. */
export function isMissingTable(error: unknown): boolean {
  return sqlState(error) === '42P01';
}

/** The session was lost or not established: connection exception, operator intervention, network error. */
export function isConnectionLoss(error: unknown): boolean {
  return !(error instanceof DatabaseError) || /^(08|57P)/.test(sqlState(error));
}
