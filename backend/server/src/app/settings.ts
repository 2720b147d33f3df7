import { access, constants } from 'node:fs/promises';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { isZone } from '@portal/domain/values';
import { z } from 'zod';
import { messageOf } from '../kernel/messageOf.ts';
import type { StripeCredentials } from '../modules/payments/module.ts';
import type { AdminSecondFactor } from '../modules/users/module.ts';
import { ensureDataDirectory, generatedSecret } from '../platform/embeddedPostgres/dataDirectory.ts';
import { tracingSettings, tracingVariables } from '../platform/tracing/settings.ts';

/** What one process runs; several processes share the work. */
const ROLES = ['api', 'projections', 'reactions', 'jobs'] as const;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The message is one line with every wrong setting and what is expected. */
export class SettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('; '));
    this.name = 'SettingsError';
  }
}

const ADMIN_SECOND_FACTOR = ['optional', 'required'] as const satisfies readonly AdminSecondFactor[];

type Environment = Readonly<Record<string, string | undefined>>;

const text = z.string().trim();
const url = (expected: string, ...protocols: readonly string[]) =>
  text.refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), {
    error: `must be ${expected}`,
  });
const email = text.regex(/^[^\s@<>]+@[^\s@<>]+$/, 'must be an email address');
const stripeKey = (...prefixes: readonly string[]) =>
  text.refine((value) => prefixes.some((prefix) => value.startsWith(prefix) && value !== prefix), {
    error: `must begin with ${prefixes.join(' or ')}`,
  });
const commaList = text.transform((value) =>
  value
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
);
const rolesExpected = { error: `must be one or more of ${ROLES.join(',')}` };
const roles = commaList
  .pipe(z.array(z.enum(ROLES, rolesExpected)).min(1, rolesExpected))
  .transform((names) => [...new Set(names)]);

/** 64 hexadecimal digits or base64 of 32 bytes, in either alphabet. */
const keyOf32Bytes = text.transform((value, context) => {
  const key = /^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64');
  if (key.length === 32 && /^[\w+/-]+={0,2}$/.test(value)) return key;
  context.addIssue({
    code: 'custom',
    message: 'must be 32 bytes in base64 or hexadecimal (openssl rand -base64 32 makes one)',
  });
  return z.NEVER;
});

/** All variables that the portal reads; README lists the same. */
const environmentSchema = z.object({
  PORT: text
    .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, { error: 'must be a port number from 0 to 65535' })
    .default(3000),
  HOST: text
    .regex(/^[\w.:-]+$/, 'must be an address or host name to listen on, like 127.0.0.1')
    .default('127.0.0.1'),
  PUBLIC_URL: url('an http or https address like https://portal.example.com', 'http:', 'https:')
    .refine(
      (value) => !URL.canParse(value) || /^\/?$/.test(new URL(value).pathname + new URL(value).search),
      {
        error: 'must be an address without a path',
      },
    )
    .transform((value) => new URL(value).origin)
    .optional(),
  DATA_DIR: text.default('./.data'),
  DATABASE_URL: url('a postgres:// connection string', 'postgres:', 'postgresql:').optional(),
  DATABASE_OWNER_URL: url('a postgres:// connection string', 'postgres:', 'postgresql:').optional(),
  // several hosts make no URL; the client parses the rest when it is opened
  EVENTSTORE_URL: text.regex(/^esdb(\+discover)?:\/\//, 'must be an esdb:// connection string').optional(),
  ADMIN_USERNAME: text.max(50, 'must have at most 50 characters').default('admin'),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .refine((value) => Buffer.byteLength(value) <= 72, { error: 'must have at most 72 bytes' })
    .optional(),
  ADMIN_EMAIL: email.default('admin@localhost'),
  ADMIN_SECOND_FACTOR: z
    .enum(ADMIN_SECOND_FACTOR, { error: `must be one of ${ADMIN_SECOND_FACTOR.join(', ')}` })
    .default('optional'),
  SESSION_SECRET: text.min(32, 'must have at least 32 characters').optional(),
  KEY_ENCRYPTION_KEY: keyOf32Bytes.optional(),
  STRIPE_DEMO_SECRET_KEY: stripeKey('sk_test_', 'rk_test_').optional(),
  STRIPE_DEMO_PUBLIC_KEY: stripeKey('pk_test_').optional(),
  STRIPE_DEMO_WEBHOOK_SECRET: stripeKey('whsec_').optional(),
  STRIPE_LIVE_SECRET_KEY: stripeKey('sk_live_', 'rk_live_').optional(),
  STRIPE_LIVE_PUBLIC_KEY: stripeKey('pk_live_').optional(),
  STRIPE_LIVE_WEBHOOK_SECRET: stripeKey('whsec_').optional(),
  STRIPE_API_BASE: url('an http or https address', 'http:', 'https:').optional(),
  SMTP_URL: url('an smtp:// or smtps:// address', 'smtp:', 'smtps:').optional(),
  MAIL_FROM: text
    .regex(
      /^(?:[^<>\r\n]+<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
      'must be a sender like Portal <portal@example.com>',
    )
    .optional(),
  BILLING_TZ: text
    .refine(isZone, { error: 'must be a time zone like America/New_York' })
    .default('America/New_York'),
  PORTAL_ROLES: roles.default([...ROLES]),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  TRUST_PROXY: commaList
    .refine((entries) => entries.every(isAddressOrNetwork), {
      error: 'must be addresses or networks, separated by commas, like 10.0.0.1,192.168.0.0/16',
    })
    .default([]),
  ALLOWED_ORIGINS: commaList
    .refine((entries) => entries.every((entry) => URL.canParse(entry) && new URL(entry).origin === entry), {
      error: 'must be origins without a path, separated by commas, like https://portal.example.com',
    })
    .default([]),
  COMPANY_NAME: text.default('Sample Access Hosting'),
  COMPANY_ADDRESS: text.default('1 Sample Street, New York, NY 10001'),
  COMPANY_PHONE: text.default('(555) 010-0100'),
  COMPANY_EMAIL: email.default('support@example.com'),
  COMPANY_PAYMENT_NOTE: text.max(300, 'must have at most 300 characters').optional(),
  RESOURCES_FILE: text.optional(),
  PANEL_ENCRYPTION_KEY: text.optional(),
  ...tracingVariables,
  NODE_ENV: text.optional(),
});

/** README.md and docker-compose.yml are compared with these. */
export const SETTING_NAMES: readonly string[] = Object.keys(environmentSchema.shape);

/** Settings of an environment, before secrets that it lacks are generated. */
export type ParsedSettings = ReturnType<typeof settingsOf>;

/** Everything the portal is told from outside, read once at start. */
export type Settings = Omit<ParsedSettings, 'sessionSecret' | 'keyEncryptionKey'> & {
  readonly sessionSecret: string;
  /** 32 bytes that wrap the personal-data keys. */
  readonly keyEncryptionKey: Buffer;
};

/**
 * Checks the environment without side effects. A variable that is set but empty counts as not set.
 * @throws SettingsError
 */
export function parseSettings(environment: Environment): ParsedSettings {
  const given = Object.fromEntries(
    SETTING_NAMES.map((name) => [name, environment[name]] as const).filter(
      ([, value]) => value !== undefined && value.trim() !== '',
    ),
  );
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const first = new Map<string, string>();
    for (const { path, message } of parsed.error.issues) {
      const name = String(path[0]);
      if (!first.has(name)) first.set(name, `${name} ${message}`);
    }
    throw new SettingsError([...first.values()]);
  }
  const env = parsed.data;
  const problems = [
    ...incompleteStripe('DEMO', given),
    ...incompleteStripe('LIVE', given),
    ...(env.SMTP_URL !== undefined && env.MAIL_FROM === undefined
      ? ['MAIL_FROM is required when SMTP_URL is set']
      : []),
    ...(env.NODE_ENV === 'production'
      ? (['SESSION_SECRET', 'KEY_ENCRYPTION_KEY'] as const).flatMap((name) => {
          const problem = productionProblem(env[name]);
          return problem === null ? [] : [`${name} ${problem} (openssl rand -base64 32 makes one)`];
        })
      : []),
  ];
  if (problems.length > 0) throw new SettingsError(problems);
  return settingsOf(env);
}

type ParsedEnvironment = z.output<typeof environmentSchema>;

const settingsOf = (env: ParsedEnvironment) => ({
  /** 0 takes a free port. */
  port: env.PORT,
  host: env.HOST,
  /** Without a slash at the end; null: where it listens. */
  publicUrl: env.PUBLIC_URL ?? null,
  /** Settings that work but that production should not have; logged at each start. */
  warnings:
    env.NODE_ENV === 'production' && env.PUBLIC_URL?.startsWith('http:') === true
      ? [
          'PUBLIC_URL begins with http:// in production: passwords and sessions can be read on the way. Put a proxy with TLS in front and set its https:// address.',
        ]
      : [],
  /** Absolute. */
  dataDir: resolve(env.DATA_DIR),
  /** Null: the embedded PostgreSQL. */
  databaseUrl: env.DATABASE_URL ?? null,
  /** A login for the schema of the event log alone; null: DATABASE_URL's. */
  databaseOwnerUrl: env.DATABASE_OWNER_URL ?? null,
  /** Null: events are stored in PostgreSQL. */
  eventStoreUrl: env.EVENTSTORE_URL ?? null,
  /** The first administrator; a null password is generated and printed once. */
  admin: { username: env.ADMIN_USERNAME, password: env.ADMIN_PASSWORD ?? null, email: env.ADMIN_EMAIL },
  adminSecondFactor: env.ADMIN_SECOND_FACTOR,
  sessionSecret: env.SESSION_SECRET ?? null,
  keyEncryptionKey: env.KEY_ENCRYPTION_KEY ?? null,
  stripe: {
    demo: stripeOf(env, 'DEMO'),
    live: stripeOf(env, 'LIVE'),
    apiBase: env.STRIPE_API_BASE ?? null,
    simulator: env.NODE_ENV !== 'production',
  },
  mail: {
    /** Null: mails stay in the outbox. */
    smtpUrl: env.SMTP_URL ?? null,
    from: env.MAIL_FROM ?? `${env.COMPANY_NAME} <${env.COMPANY_EMAIL}>`,
    /** Whether mails with secrets are printed to the terminal if there is no mail server; never in production. */
    printsUnsent: env.NODE_ENV !== 'production',
  },
  /** IANA zone of billing days. */
  billingTimeZone: env.BILLING_TZ,
  roles: env.PORTAL_ROLES,
  logLevel: env.LOG_LEVEL,
  /** Addresses or networks whose X-Forwarded-For is believed. */
  trustProxy: env.TRUST_PROXY,
  /** Further origins of the portal's pages. */
  allowedOrigins: env.ALLOWED_ORIGINS,
  company: {
    name: env.COMPANY_NAME,
    address: env.COMPANY_ADDRESS,
    phone: env.COMPANY_PHONE,
    email: env.COMPANY_EMAIL,
    ...(env.COMPANY_PAYMENT_NOTE !== undefined && { paymentNote: env.COMPANY_PAYMENT_NOTE }),
  },
  /** Absolute; null: the sample file. */
  resourcesFile: env.RESOURCES_FILE === undefined ? null : resolve(env.RESOURCES_FILE),
  panelEncryptionKey: env.PANEL_ENCRYPTION_KEY ?? null,
  /** Null: nothing is traced. */
  tracing: tracingSettings(env),
});

/**
 * The portal's settings from its environment. Outside production, missing secrets are generated into DATA_DIR (0600) at
 * the first start.
 * @throws SettingsError
 */
export async function readSettings(environment: Environment): Promise<Settings> {
  const settings = parseSettings(environment);
  if (settings.resourcesFile !== null) {
    await access(settings.resourcesFile, constants.R_OK).catch(() => {
      throw new SettingsError([
        `RESOURCES_FILE must be a file that can be read; ${settings.resourcesFile} can't`,
      ]);
    });
  }
  const dataDir = await ensureDataDirectory(settings.dataDir).catch((error: unknown) => {
    const reason = messageOf(error);
    throw new SettingsError([`DATA_DIR must be a folder that can be made and written (${reason})`]);
  });
  return {
    ...settings,
    sessionSecret: settings.sessionSecret ?? (await generatedSecret(dataDir, 'session-secret')),
    keyEncryptionKey:
      settings.keyEncryptionKey ??
      Buffer.from(await generatedSecret(dataDir, 'key-encryption-key'), 'base64url'),
  };
}

function productionProblem(secret: string | Buffer | undefined): string | null {
  if (secret === undefined) return 'is required when NODE_ENV=production';
  return isGuessable(Buffer.from(secret)) ? 'must be random when NODE_ENV=production' : null;
}

/** Fewest bytes of a compressed random secret: 26 were seen in 100,000 secrets of 32 random digits. */
const RANDOM_BYTES = 24;

/** Whether a secret repeats itself or counts, so that it, or its steps from byte to byte, compress. */
function isGuessable(secret: Buffer): boolean {
  const steps = Buffer.from(secret.map((byte, index) => byte - (secret[index - 1] ?? 0)));
  return [secret, steps].some((bytes) => deflateRawSync(bytes).length < RANDOM_BYTES);
}

function isAddressOrNetwork(entry: string): boolean {
  const [address = '', bits, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** Incomplete credentials would take payments that no webhook confirms. */
function incompleteStripe(mode: 'DEMO' | 'LIVE', given: Environment): readonly string[] {
  const names = ['SECRET_KEY', 'PUBLIC_KEY', 'WEBHOOK_SECRET'].map((end) => `STRIPE_${mode}_${end}`);
  const without = names.filter((name) => given[name] === undefined);
  if (without.length === 0 || without.length === names.length) return [];
  return without.map((name) => `${name} is required when another STRIPE_${mode}_ variable is set`);
}

function stripeOf(env: ParsedEnvironment, mode: 'DEMO' | 'LIVE'): StripeCredentials | null {
  const secretKey = env[`STRIPE_${mode}_SECRET_KEY`];
  const publicKey = env[`STRIPE_${mode}_PUBLIC_KEY`];
  const webhookSecret = env[`STRIPE_${mode}_WEBHOOK_SECRET`];
  if (secretKey === undefined || publicKey === undefined || webhookSecret === undefined) return null;
  return { secretKey, publicKey, webhookSecret };
}
