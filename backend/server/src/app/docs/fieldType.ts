import { z } from 'zod';

type Shape = Readonly<Record<string, unknown>>;

/** The fields of an event's data, in their order. */
export function fieldsOf(schema: z.ZodType) {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { unrepresentable: 'any' }) as {
    readonly properties?: Readonly<Record<string, Shape>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    /** As a person reads it: `text`, `whole number`, `day`, `list of text`. */
    type: typeOf(shape),
    isOptional: !required.includes(name),
  }));
}

/** The mark of an erased value, shown in its own column. */
const isErasedMark = (shape: Shape) =>
  shape.type === 'object' && Object.keys((shape.properties as object | undefined) ?? {}).join() === 'erased';

function typeOf(shape: Shape): string {
  const choices = (shape.anyOf ?? shape.oneOf) as readonly Shape[] | undefined;
  if (choices !== undefined) {
    const types = choices.filter((choice) => !isErasedMark(choice)).map(typeOf);
    // null last
    const isNull = (type: string) => Number(type === 'null');
    return [...new Set(types)].sort((one, other) => isNull(one) - isNull(other)).join(' or ');
  }
  if ('const' in shape) return `\`${String(shape.const)}\``;
  if (Array.isArray(shape.enum)) return shape.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (Array.isArray(shape.type)) return shape.type.map((type) => typeOf({ ...shape, type })).join(' or ');
  if (shape.type === 'array') return `list of ${typeOf((shape.items ?? {}) as Shape)}`;
  if (shape.type === 'object') return objectType(shape);
  return WORDS[String(shape.format ?? shape.type)] ?? (shape.type === 'string' ? 'text' : 'anything');
}

const WORDS: Readonly<Record<string, string>> = {
  date: 'day',
  'date-time': 'instant',
  integer: 'whole number',
  number: 'number',
  boolean: 'yes or no',
  null: 'null',
};

function objectType({ properties = {}, additionalProperties }: Shape): string {
  const names = Object.entries(properties as Readonly<Record<string, Shape>>);
  if (names.length === 0) {
    return typeof additionalProperties === 'object' && additionalProperties !== null
      ? `${typeOf(additionalProperties as Shape)} by name`
      : 'object';
  }
  return `{ ${names.map(([name, inner]) => `${name}: ${typeOf(inner)}`).join('; ')} }`;
}
