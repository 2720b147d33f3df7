import { DatabaseError } from 'pg';

const sqlState = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** A value that PostgreSQL will never take: data exception, integrity violation, program limit. */
export function isRefusedValue(error: unknown): error is Error {
  return /^(22|23|54)/.test(sqlState(error));
}

/** lock_not_available, deadlock_detected: worth another attempt. */
export function isLockTrouble(error: unknown): boolean {
  return ['55P03', '40P01'].includes(sqlState(error));
}

/** undefined_table: the generation was replaced and its tables are gone. */
export function isMissingTable(error: unknown): boolean {
  return sqlState(error) === '42P01';
}

/** The session is gone, or was never had: connection exception, operator intervention, or the network's own errors. */
export function isConnectionLoss(error: unknown): boolean {
  return !(error instanceof DatabaseError) || /^(08|57P)/.test(sqlState(error));
}
