import { z } from 'zod';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

export interface TracingSettings {
  /** Receives OTLP over HTTP as JSON, e.g. `http://collector:4318/v1/traces`. */
  readonly url: string;
  /** Share of recorded traces among those that begin here, from 0 to 1. */
  readonly ratio: number;
  /** Whether the caller decides for its own traces. */
  readonly parentBased: boolean;
}

const address = z
  .string()
  .trim()
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    error: 'must be an http or https address',
  });

/** OpenTelemetry's variables that the portal reads; the SDK reads the others (headers, service name, …). */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: address.optional(),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS, { error: `must be one of ${SAMPLERS.join(', ')}` })
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: 'must be a number from 0 to 1' })
    .min(0, 'must be a number from 0 to 1')
    .max(1, 'must be a number from 0 to 1')
    .default(1),
  OTEL_SDK_DISABLED: z.string().optional(),
};

/** Null without a receiver or with OTEL_SDK_DISABLED: nothing is traced. */
export function tracingSettings(env: z.output<z.ZodObject<typeof tracingVariables>>): TracingSettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = env;
  const url = own ?? (base === undefined ? undefined : `${base.replace(/\/$/, '')}/v1/traces`);
  if (url === undefined || env.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true') return null;
  const sampler = env.OTEL_TRACES_SAMPLER;
  const ratio = sampler.endsWith('ratio') ? env.OTEL_TRACES_SAMPLER_ARG : Number(sampler.endsWith('_on'));
  return { url, ratio, parentBased: sampler.startsWith('parentbased_') };
}
