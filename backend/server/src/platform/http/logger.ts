import { type DestinationStream, type Logger, pino } from 'pino';

const SECRET_NAMES = [
  'password',
  'newPassword',
  'currentPassword',
  'confirmPassword',
  'passwordHash',
  'password_hash',
  'cookie',
  'set-cookie',
  'authorization',
  'token',
  'secret',
  'clientSecret',
  'client_secret',
  'encryptionKey',
];

const quoted = (name: string) => (/^\w+$/.test(name) ? `.${name}` : `["${name}"]`);

/** The portal's log: JSON lines on standard output, secrets redacted. `level` is LOG_LEVEL. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: {
      paths: SECRET_NAMES.flatMap((name) => [
        quoted(name).replace(/^\./, ''),
        `*${quoted(name)}`,
        `*.*${quoted(name)}`,
      ]),
      censor: '[redacted]',
    },
    serializers: { err: describeError },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** Logged properties of an error; others are left out, because database errors contain row values. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as { readonly code?: unknown };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(code === undefined ? {} : { code }),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}
