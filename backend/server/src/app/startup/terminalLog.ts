import type { Logger } from 'pino';
import pretty from 'pino-pretty';
import { createLogger } from '../../platform/http/logger.ts';

/** The portal's log for whoever started it: one line an entry on a terminal, JSON elsewhere. `level` is LOG_LEVEL. */
export const createTerminalLog = (level: string): Logger =>
  createLogger(level, process.stdout.isTTY === true ? pretty({ singleLine: true }) : undefined);
