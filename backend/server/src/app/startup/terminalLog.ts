import type { Logger } from 'pino';
import pretty from 'pino-pretty';
import { createLogger } from '../../platform/http/logger.ts';

/** One line per entry on a terminal, otherwise JSON. `level` is LOG_LEVEL. */
export const createTerminalLog = (level: string): Logger =>
  createLogger(level, process.stdout.isTTY === true ? pretty({ singleLine: true }) : undefined);
