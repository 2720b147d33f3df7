import fc from 'fast-check';
import { z } from 'zod';

/** The parts of JSON Schema that zod writes for what we take in. */
interface Shape {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly prefixItems?: readonly Shape[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

/** What a route's schema takes in, as JSON Schema; transforms and refinements are left to be found out. */
export const shapeOf = (schema: z.ZodType): Shape =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;

/** Texts that some field means something by. */
const MEANT = [
  '0',
  '1',
  '12',
  '4.50',
  '2026-10',
  '2026-10-01',
  '',
  'NY',
  'KS1234',
  'Harbor Gate',
  'ann@example.com',
  '7185550100',
  'secret-12',
  'Ünïcode 李 🔐',
  'שלום',
  'x\ud800',
  'pi_1',
];

const text = ({ minLength = 0, maxLength = 200, pattern, format }: Shape): fc.Arbitrary<string> => {
  if (format === 'email') return fc.constantFrom('ann@example.com', "o'brien+x@sub.example.co.uk", 'a@b.cd');
  if (format === 'date') {
    return fc
      .date({ min: new Date('1950-01-01'), max: new Date('2150-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
  }
  if (format !== undefined) return fc.constantFrom('https://example.com/x', 'x');
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const fits = (one: string) => one.length >= minLength && one.length <= maxLength;
  return fc.oneof(
    fc.constantFrom(...MEANT.filter(fits), 'x'.repeat(Math.max(minLength, 1))),
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 40) }),
    fc.constant('x'.repeat(Math.min(maxLength, 4_900))),
  );
};

/** Values that the schema would take, as far as its JSON Schema tells; `named` gives the ids of fields that name records. */
export function fromShape(
  shape: Shape,
  named: (field: string) => fc.Arbitrary<string> | null,
  field = '',
): fc.Arbitrary<unknown> {
  const inner = (one: Shape, name = field) => fromShape(one, named, name);
  if ('const' in shape) return fc.constant(shape.const);
  if (shape.enum !== undefined) return fc.constantFrom(...shape.enum);
  const choices = shape.anyOf ?? shape.oneOf;
  if (choices !== undefined && choices.length > 0) return fc.oneof(...choices.map((one) => inner(one)));
  const [first] = shape.allOf ?? [];
  if (first !== undefined) return inner(first);
  const type = typeof shape.type === 'string' ? shape.type : shape.type?.[0];
  switch (type) {
    case 'string': {
      const ids = named(field);
      return ids === null ? text(shape) : fc.oneof({ weight: 4, arbitrary: ids }, text(shape));
    }
    case 'integer': {
      const { minimum = -5, maximum = 100_000 } = shape;
      return fc.integer({ min: Math.max(minimum, -1e9), max: Math.min(maximum, 1e9) });
    }
    case 'number': {
      const { minimum = -5, maximum = 100_000 } = shape;
      return fc.oneof(
        fc.integer({ min: Math.ceil(Math.max(minimum, -1e6)), max: Math.floor(Math.min(maximum, 1e6)) }),
        fc.constantFrom(4.5, 0.01, 12),
      );
    }
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      if (shape.prefixItems !== undefined) return fc.tuple(...shape.prefixItems.map((one) => inner(one)));
      const { minItems = 0, maxItems = 3 } = shape;
      return fc.array(inner(shape.items ?? {}), {
        minLength: minItems,
        maxLength: Math.max(minItems, Math.min(maxItems, 3)),
      });
    }
    case 'object': {
      const fields = Object.entries(shape.properties ?? {});
      return fc.record(Object.fromEntries(fields.map(([name, one]) => [name, inner(one, name)])), {
        requiredKeys: [...(shape.required ?? [])].filter((name) => shape.properties?.[name] !== undefined),
      });
    }
    default:
      return fc.oneof(fc.constantFrom(...MEANT), fc.integer(), fc.boolean(), fc.constant(null));
  }
}
