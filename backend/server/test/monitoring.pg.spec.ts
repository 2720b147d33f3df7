import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { startTestPortal, type TestPortal } from './support/testPortal.ts';

const PROJECT = path.join(import.meta.dirname, '../../..');
const textOf = (file: string) => readFileSync(path.join(PROJECT, file), 'utf8');

interface Panel {
  readonly title: string;
  readonly type: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string }[];
}
interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly todo: string };
}
interface Service {
  readonly profiles?: readonly string[];
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly environment?: Readonly<Record<string, string | null>>;
}

const { panels } = JSON.parse(textOf('docs/grafana/dealer-portal.json')) as {
  readonly panels: readonly Panel[];
};
const { groups } = parse(textOf('docs/prometheus/alerts.yml')) as {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);
// doubled keys are an error to this parser, as they are to compose
const compose = parse(textOf('docker-compose.yml')) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
};

let portal: TestPortal;
/** Every series of /metrics, histograms with their three. */
let told: ReadonlySet<string>;
let labels: ReadonlyMap<string, ReadonlySet<string>>;

beforeAll(async () => {
  portal = await startTestPortal();
  await portal.dealer('watched');
  await portal.portal.tick();
  const { text } = await portal.client().get('/metrics');
  const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)];
  told = new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
  const seen = new Map<string, Set<string>>();
  for (const [, name = '', inner = ''] of text.matchAll(/^(\w+)\{(.*)\} /gm)) {
    const known = seen.get(name) ?? new Set();
    for (const [, label = ''] of inner.matchAll(/(\w+)="/g)) known.add(label);
    seen.set(name, known);
  }
  labels = seen;
});
afterAll(() => portal.stop());

/** Series that an expression names and the portal does not tell, or labels that they don't have. */
function unknownIn(expression: string): readonly string[] {
  const names = [...expression.matchAll(/\bportal_\w+/g)].map(([name]) => name);
  expect(names.length, expression).toBeGreaterThan(0);
  const wrongLabels = [...expression.matchAll(/(portal_\w+)\{([^}]*)\}/g)].flatMap(
    ([, name = '', inner = '']) =>
      [...inner.matchAll(/(\w+)\s*(?:=|!)/g)]
        .filter(([, label = '']) => labels.has(name) && !labels.get(name)?.has(label))
        .map(([, label]) => `${name}{${label}}`),
  );
  return [...names.filter((name) => !told.has(name)), ...wrongLabels];
}

describe('the Grafana dashboard', () => {
  // Proves I8-metrics-2
  it('uses only metrics that the portal exposes', () => {
    const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(shown.length).toBeGreaterThan(20);
    expect(shown.flatMap(unknownIn)).toEqual([]);
  });

  it("shows each of the portal's own metrics, or an alert rule uses it", () => {
    const used = [
      ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
      ...rules.map((r) => r.expr),
    ];
    const own = [...told]
      .filter((name) => !/^portal_(nodejs|process)_/.test(name))
      .map((name) => name.replace(/_(bucket|sum|count)$/, ''));
    const unused = [...new Set(own)].filter((name) => !used.some((expression) => expression.includes(name)));
    expect(unused).toEqual([]);
  });

  it('has no overlapping panels', () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  });
});

describe('the alert rules', () => {
  // Proves I8-metrics-2
  it('use metrics that the portal exposes', () => {
    const own = rules.filter(({ expr }) => !expr.startsWith('up{'));
    expect(own.length).toBeGreaterThan(10);
    expect(own.flatMap(({ expr }) => unknownIn(expr))).toEqual([]);
  });

  it('have unique names, a severity and instructions', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { alert, labels: given, annotations } of rules) {
      expect([alert, ['warning', 'critical'].includes(given.severity)]).toEqual([alert, true]);
      expect(annotations.summary.length, alert).toBeGreaterThan(10);
      expect(annotations.todo.length, alert).toBeGreaterThan(10);
    }
  });
});

describe('docker-compose.yml', () => {
  // Proves I8-containers-1
  it('mounts existing files and declared volumes', () => {
    const mounts = Object.entries(compose.services).flatMap(([name, { volumes = [] }]) =>
      volumes.map((mount) => ({ name, source: mount.split(':')[0] ?? '' })),
    );
    const missing = mounts.filter(({ source }) =>
      source.startsWith('.') ? !existsSync(path.join(PROJECT, source)) : !(source in compose.volumes),
    );
    expect(missing).toEqual([]);
  });

  // Proves I8-metrics-2
  it("starts Prometheus and Grafana only with the profile monitoring, on local ports, from the repository's files", () => {
    const { prometheus, grafana } = compose.services;
    for (const service of [prometheus, grafana]) {
      expect(service?.profiles).toEqual(['monitoring']);
      expect(service?.ports?.every((port) => port.startsWith('127.0.0.1:'))).toBe(true);
    }
    expect(grafana?.volumes?.some((mount) => mount.startsWith('./docs/grafana/dealer-portal.json:'))).toBe(
      true,
    );
    expect(prometheus?.volumes?.some((mount) => mount.startsWith('./docs/prometheus/alerts.yml:'))).toBe(
      true,
    );
    const scraped = parse(textOf('docs/prometheus/prometheus.yml')) as {
      readonly rule_files: readonly string[];
      readonly scrape_configs: readonly {
        readonly static_configs: readonly { readonly targets: string[] }[];
      }[];
    };
    expect(scraped.rule_files).toEqual(['alerts.yml']);
    const targets = scraped.scrape_configs.flatMap((job) => job.static_configs.flatMap((one) => one.targets));
    expect(targets.every((target) => (target.split(':')[0] ?? '') in compose.services)).toBe(true);
    const { providers } = parse(textOf('docs/grafana/provisioning/dashboards/portal.yml')) as {
      readonly providers: readonly { readonly options: { readonly path: string } }[];
    };
    const folder = providers[0]?.options.path ?? '';
    expect(grafana?.volumes?.some((mount) => mount.includes(`:${folder}/dealer-portal.json`))).toBe(true);
  });

  it('passes all variables for traces to the portal', () => {
    const given = Object.keys(compose.services.portal?.environment ?? {});
    expect(given).toEqual(
      expect.arrayContaining(['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_TRACES_SAMPLER', 'OTEL_SERVICE_NAME']),
    );
  });
});
