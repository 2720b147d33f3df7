import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { parseSettings, SETTING_NAMES } from '../../src/app/settings.ts';

const PROJECT = path.join(import.meta.dirname, '../../../..');
const textOf = (file: string) => readFileSync(path.join(PROJECT, file), 'utf8');

interface Service {
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly healthcheck?: unknown;
  readonly ports?: readonly string[];
  readonly networks?: readonly string[];
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
}
const { services, networks } = parse(textOf('docker-compose.yml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks?: Readonly<Record<string, { readonly internal?: boolean } | null>>;
};
const environment = services.portal?.environment ?? {};

/** Read by OpenTelemetry's SDK, not by us. */
const OF_THE_SDK = ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_RESOURCE_ATTRIBUTES', 'OTEL_SERVICE_NAME'];
/** Read by tests alone. */
const OF_TESTS = ['EVENTSTORE_TEST_NODES', 'EVENTSTORE_TEST_URL', 'TEST_DATABASE_URL'];

describe('the settings', () => {
  // Proves I8-containers-2
  it('are all in the README, and no others', () => {
    const cells = textOf('README.md')
      .split('\n## Settings\n')[1]
      ?.split('\n## ')[0]
      ?.matchAll(/^\| (`[^|]+) \|/gm);
    const told = [...(cells ?? [])].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
    );
    // one line speaks for OTEL_*; NODE_ENV stands with what it changes
    const ours = SETTING_NAMES.filter((name) => !/^OTEL_(?!EXPORTER_OTLP_ENDPOINT)|^NODE_ENV$/.test(name));
    expect([...told].sort()).toEqual([...ours, ...OF_TESTS].sort());
  });

  // Proves I8-containers-2
  it("are all passed to the portal's container, and no others", () => {
    expect(Object.keys(environment).sort()).toEqual([...SETTING_NAMES, ...OF_THE_SDK].sort());
  });
});

describe('docker-compose.yml', () => {
  // Proves I8-containers-1
  it('has no default for a secret, so compose stops without it', () => {
    const secret = /PASSWORD|SECRET|_KEY$/;
    const given = Object.values(services).flatMap(({ environment: own = {} }) => Object.entries(own));
    const values = given.filter(([name, value]) => secret.test(name) && value !== null);
    expect(values.map(([name]) => name).sort()).toEqual([
      'KEY_ENCRYPTION_KEY',
      'PORTAL_LOGIN_PASSWORD',
      'POSTGRES_PASSWORD',
      'SESSION_SECRET',
    ]);
    for (const [name, value] of values) expect(value, name).toMatch(/^\$\{\w+:\?[^}]+\}$/);
    expect(environment.DATABASE_URL).toMatch(/portal:\$\{POSTGRES_PASSWORD:\?[^}]+\}@/);
    expect(environment.DATABASE_OWNER_URL).toMatch(/portal_schema:\$\{POSTGRES_OWNER_PASSWORD:\?[^}]+\}@/);
  });

  // Proves I35-21e
  it('keeps the databases in a network without a way out that only the portal shares', () => {
    expect(networks?.stores?.internal).toBe(true);
    const inStores = Object.entries(services).filter(([, own]) => own.networks?.includes('stores') ?? true);
    expect(inStores.map(([name]) => name).sort()).toEqual(['eventstore', 'portal', 'postgres']);
    const [postgres, eventstore] = [services.postgres?.networks, services.eventstore?.networks];
    expect([postgres, eventstore]).toEqual([['stores'], ['stores']]);
  });

  // Proves I35-21e
  it('gives the portal logins of least privilege, the same as documented', () => {
    const owner = services.postgres?.environment ?? {};
    expect(owner.POSTGRES_USER).toBe('postgres');
    expect(owner.POSTGRES_PASSWORD).not.toBe(owner.PORTAL_LOGIN_PASSWORD);
    const script = services.postgres?.volumes?.find((volume) => volume.includes('initdb.d'))?.split(':')[0];
    const statements = (text: string) => text.split('\n').filter((line) => /^(CREATE|GRANT)/.test(line));
    const documented = textOf('docs/operations.md').split('### Database logins')[1]?.split('| Setting')[0];
    const plain = statements(textOf(script ?? '')).map((line) => line.replace(/:'\w+'/, "'…'"));
    expect(plain.length).toBeGreaterThan(5);
    expect(plain).toEqual(statements(documented ?? ''));
  });

  // Proves I35-21e
  it('takes capabilities and a writable file system from every service', () => {
    for (const [name, own] of Object.entries(services)) {
      expect([own.read_only, own.cap_drop, own.security_opt], name).toEqual([
        true,
        ['ALL'],
        ['no-new-privileges:true'],
      ]);
    }
  });

  // Proves I35-21e
  it('believes X-Forwarded-For from the gateway of its front network', () => {
    const gateway = /^\$\{TRUST_PROXY-(\$\{FRONT_GATEWAY:-[\d.]+\})\}$/.exec(environment.TRUST_PROXY ?? '');
    expect(JSON.stringify(networks?.front)).toContain(`"gateway":"${gateway?.[1]}"`);
  });

  // Proves I8-containers-1
  it('starts EventStoreDB, PostgreSQL, a mail catcher and the portal, each with a health check', () => {
    expect(Object.keys(services)).toEqual(
      expect.arrayContaining(['portal', 'postgres', 'eventstore', 'mailpit']),
    );
    expect(Object.entries(services).filter(([, { healthcheck }]) => healthcheck === undefined)).toEqual([]);
  });

  // Proves I8-containers-4
  it('treats an empty EVENTSTORE_URL or SMTP_URL as none', () => {
    expect(environment.EVENTSTORE_URL).toMatch(/^\$\{EVENTSTORE_URL-esdb:/);
    expect(environment.SMTP_URL).toMatch(/^\$\{SMTP_URL-smtp:/);
    const { eventStoreUrl, mail } = parseSettings({ EVENTSTORE_URL: '', SMTP_URL: '' });
    expect([eventStoreUrl, mail.smtpUrl]).toEqual([null, null]);
  });

  // Proves I8-containers-4
  it('passes no variable that the docker command sets for itself', () => {
    expect(environment.OTEL_RESOURCE_ATTRIBUTES).toMatch(/^\$\{PORTAL_OTEL_\w+-\}$/);
  });

  // Proves I8-containers-1
  it('opens ports on this machine only', () => {
    const ports = Object.values(services).flatMap(({ ports: own = [] }) => own);
    expect(ports.length).toBeGreaterThan(1);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });
});

describe('the documented commands', () => {
  it.each(['README.md', 'docs/operations.md', 'docs/security.md'])(
    'use --silent when they write into a file: %s',
    (file) => {
      const intoFiles = textOf(file)
        .split('\n')
        .filter((line) => /npm run (?!--silent )[^#|]*>>? *\//.test(line));
      expect(intoFiles).toEqual([]);
    },
  );
});

describe('the Dockerfile', () => {
  const lines = textOf('backend/server/Dockerfile').replaceAll('\\\n', ' ').split('\n');
  const copied = lines
    .filter((line) => line.startsWith('COPY ') && !line.startsWith('COPY --from'))
    .flatMap((line) => line.split(/\s+/).slice(1, -1));
  const ignored = textOf('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

  // Proves I8-containers-2
  it('copies existing files that .dockerignore does not exclude', () => {
    expect(copied.length).toBeGreaterThan(5);
    expect(copied.filter((place) => !existsSync(path.join(PROJECT, place)))).toEqual([]);
    expect(copied.filter((place) => ignored.includes(place))).toEqual([]);
  });

  it('installs with the package.json of each package', () => {
    const { workspaces } = JSON.parse(textOf('package.json')) as { readonly workspaces: readonly string[] };
    expect(workspaces.filter((folder) => !copied.includes(`${folder}/package.json`))).toEqual([]);
  });

  // Proves I8-containers-2
  it('runs no code that .dockerignore excludes', () => {
    const left = ignored.flatMap((pattern) => /^\*\*\/(test|bench|chaos|e2e)$/.exec(pattern)?.[1] ?? []);
    expect(left).toEqual(['test', 'bench', 'chaos', 'e2e']);
    const into = new RegExp(`from '(?:\\.\\./)+(?:${left.join('|')})/`);
    const packages = [
      'backend/contract',
      'backend/domain',
      'backend/event-store',
      'backend/server',
      'projections',
    ];
    const wrong = packages.flatMap((folder) =>
      readdirSync(path.join(PROJECT, folder, 'src'), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
        .map((file) => path.join(folder, 'src', file))
        .filter((file) => into.test(textOf(file))),
    );
    expect(wrong).toEqual([]);
  });

  // Proves I8-containers-4
  it("needs only its base image's registry, and contains no source maps", () => {
    expect(lines.filter((line) => /^#\s*syntax=/.test(line))).toEqual([]);
    expect(lines.filter((line) => line.includes("-name '*.map' -delete"))).toHaveLength(1);
  });

  // Proves I8-containers-2
  it('starts as a user other than root, like npm start, without a shell', () => {
    const command = lines.findLast((line) => line.startsWith('CMD ')) ?? '';
    const { scripts } = JSON.parse(textOf('package.json')) as {
      readonly scripts: Readonly<Record<string, string>>;
    };
    expect((JSON.parse(command.slice(4)) as string[]).join(' ')).toBe(scripts.start);
    expect(lines).toContain('USER node');
  });
});
