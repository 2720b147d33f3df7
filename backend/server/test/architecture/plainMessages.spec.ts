import { PLAIN } from '@portal/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { routeTableAlone } from '../../src/app/docs/routeTableAlone.ts';

/** What the validator says where nobody gave it words. */
const DEFAULTS =
  /^Invalid (?!email address$|reset token\b)|^Too (big|small)|^Unrecognized key|expected .*(received|to have|to be)|^Duplicate/;
const LONG = 'x'.repeat(20_000);
const WRONG: readonly unknown[] = [
  undefined,
  null,
  true,
  7,
  -1.5,
  Number.NaN,
  1e300,
  '',
  'x',
  LONG,
  [],
  [7],
  {},
  { x: 1 },
];

/** Wrong values of a schema's own shape: each field wrong by itself, objects, lists and choices looked into. */
function* wrongFor(schema: z.core.$ZodType, depth = 0): Generator<unknown> {
  yield* WRONG;
  if (depth > 4) return;
  const { def } = schema._zod;
  if ('shape' in def) {
    for (const [field, inner] of Object.entries(def.shape as Record<string, z.core.$ZodType>))
      for (const value of wrongFor(inner, depth + 1)) yield { [field]: value };
  }
  if ('element' in def)
    for (const value of wrongFor(def.element as z.core.$ZodType, depth + 1)) yield [value];
  for (const part of ['innerType', 'in', 'out'] as const)
    if (part in def)
      yield* wrongFor(
        (def as unknown as Record<string, z.core.$ZodType>)[part] as z.core.$ZodType,
        depth + 1,
      );
  if ('options' in def) {
    const { discriminator } = def as { readonly discriminator?: string };
    for (const option of def.options as readonly z.core.$ZodType[])
      for (const value of wrongFor(option, depth + 1)) {
        const kind = discriminator === undefined ? undefined : kindOf(option, discriminator);
        yield typeof value === 'object' && value !== null && kind !== undefined
          ? { [discriminator as string]: kind, ...value }
          : value;
      }
  }
}

function kindOf(option: z.core.$ZodType, discriminator: string): unknown {
  const shape = (option._zod.def as unknown as { shape: Record<string, z.core.$ZodType> }).shape;
  return [...(shape[discriminator]?._zod.values ?? [])][0];
}

const schemas = routeTableAlone().flatMap(({ method, path, body, query }) =>
  [['body', body] as const, ['query', query] as const].flatMap(([part, schema]) =>
    schema === undefined ? [] : [[`${method} ${path} ${part}`, schema] as const],
  ),
);

it('tests many routes with invalid values', () => {
  expect(schemas.length).toBeGreaterThan(40);
  expect([...wrongFor(z.object({ a: z.array(z.object({ b: z.number() })) }))]).toContainEqual({
    a: [{ b: true }],
  });
});

// Proves S1-8-shared-5
it.each(schemas)('%s never responds with the validator’s own messages', (_, schema) => {
  const told = new Set<string>();
  for (const value of wrongFor(schema)) {
    for (const { message } of schema.safeParse(value, PLAIN).error?.issues ?? []) told.add(message);
  }
  expect([...told].filter((message) => DEFAULTS.test(message) || message.trim() === '')).toEqual([]);
});
