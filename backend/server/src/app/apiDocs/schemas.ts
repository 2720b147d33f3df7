import * as contract from '@portal/contract';
import { z } from 'zod';

/** A JSON Schema (draft 2020-12, as OpenAPI 3.1 takes it). */
export type JsonSchema = Readonly<Record<string, unknown>>;

const SUFFIX = /Schema$/;

/** The contract's schemas by the names they are exported under: `siteSchema` is `Site`. */
function namedSchemas() {
  const registry = z.registry<{ id: string }>();
  for (const [name, value] of Object.entries(contract)) {
    if (!SUFFIX.test(name) || !(value instanceof z.ZodType)) continue;
    const id = name.replace(SUFFIX, '');
    registry.add(value, { id: id.charAt(0).toUpperCase() + id.slice(1) });
  }
  return registry;
}

/** What JSON can't say of a schema (a conversion, a rule in code) is left out. */
function jsonOf(schema: z.ZodType, options: z.core.ToJSONSchemaParams): JsonSchema {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { ...options, unrepresentable: 'any' });
  return json;
}

export type SchemaWriter = ReturnType<typeof schemaWriter>;

/** Turns schemas of the contract into JSON Schema; what the contract has a name for is written once and referred to. */
export function schemaWriter() {
  const metadata = namedSchemas();
  const components = new Map<string, JsonSchema>();

  function write(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    // one shape may be sent with defaults left out and answered with them filled in: two components
    const nameOf = (id: string) => (io === 'input' ? `${id.replace(/Request$/, '')}Request` : id);
    const { $defs = {}, ...own } = jsonOf(schema, { io, metadata });
    for (const [id, definition] of Object.entries($defs as Readonly<Record<string, JsonSchema>>)) {
      const { id: _id, ...shape } = definition;
      components.set(nameOf(id), withRefs(shape, nameOf) as JsonSchema);
    }
    return withRefs(own, nameOf) as JsonSchema;
  }

  return {
    /** What a caller sends: values as they come in, before defaults and conversions. */
    request: (schema: z.ZodType) => write(schema, 'input'),
    /** What a query takes, as it comes in. */
    parameters(schema: z.ZodType) {
      const { properties = {}, required = [] } = jsonOf(schema, { io: 'input' });
      return {
        properties: properties as Record<string, JsonSchema>,
        required: required as readonly string[],
      };
    },
    /** What a caller gets: no property beyond those named. */
    answer: (schema: z.ZodType) => write(schema, 'output'),
    /** Every named shape that was referred to. */
    components: () => Object.fromEntries([...components].sort(([one], [other]) => (one < other ? -1 : 1))),
  };
}

/** The same with references into a schema's own definitions turned into references to components. */
function withRefs(value: unknown, nameOf: (id: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => withRefs(item, nameOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === '$ref' && typeof inner === 'string') {
        return [
          key,
          inner.replace(/^#\/\$defs\/(.*)$/, (_, id: string) => `#/components/schemas/${nameOf(id)}`),
        ];
      }
      return [key, withRefs(inner, nameOf)];
    }),
  );
}
