import { describe, expect, test } from 'vitest';
import { parseSettings, SettingsError } from '../../app/settings.ts';

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };
const URL_OF_IT = 'http://collector:4318/v1/traces';
const tracingOf = (environment: Readonly<Record<string, string>>) => parseSettings(environment).tracing;

describe('settings of traces', () => {
  test('send all traces to the endpoint, unless the caller decides otherwise', () => {
    expect(tracingOf(ENDPOINT)).toEqual({ url: URL_OF_IT, ratio: 1, parentBased: true });
    const own = { ...ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in' };
    expect(tracingOf(own)?.url).toBe('https://traces.example/in');
  });

  test.each([
    [{}],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
    [{ OTEL_TRACES_SAMPLER: 'always_on' }],
    [{ ...ENDPOINT, OTEL_SDK_DISABLED: 'TRUE' }],
  ])('are null for %o', (environment) => {
    expect(tracingOf(environment)).toBeNull();
  });

  test.each([
    ['traceidratio', '0.25', 0.25, false],
    ['parentbased_traceidratio', '0.1', 0.1, true],
    ['always_off', '0.5', 0, false],
    ['parentbased_always_on', '0.5', 1, true],
  ])('sample as %s with %s', (sampler, arg, ratio, parentBased) => {
    const environment = { ...ENDPOINT, OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: arg };
    expect(tracingOf(environment)).toEqual({ url: URL_OF_IT, ratio, parentBased });
  });

  test.each([
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address',
    ],
    [{ ...ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1'],
  ])('refuse %o in one line', (environment, message) => {
    expect(() => parseSettings(environment)).toThrow(new SettingsError([message]));
  });
});
