import type { z } from 'zod';

/** Fields with the same name and type in both. */
type Same<Answer, Row> = {
  [K in keyof Answer]-?: K extends keyof Row ? (Row[K] extends Answer[K] ? K : never) : never;
}[keyof Answer];

/** A response from a row: equal names are copied, `rest` adds the others. Only fields of the schema go out. */
export function answerFrom<Schema extends z.ZodObject, Row extends object>(
  { shape }: Schema,
  row: Row,
  rest: Omit<z.output<Schema>, Same<z.output<Schema>, Row>> & Partial<z.output<Schema>>,
): z.output<Schema> {
  const values: Readonly<Record<string, unknown>> = { ...row, ...rest };
  const answer: Record<string, unknown> = {};
  for (const name of Object.keys(shape)) if (values[name] !== undefined) answer[name] = values[name];
  return answer as z.output<Schema>;
}
