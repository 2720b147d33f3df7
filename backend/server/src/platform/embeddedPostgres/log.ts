/** Logger, e.g. pino. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
