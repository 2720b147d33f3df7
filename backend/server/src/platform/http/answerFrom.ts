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
  const answer: Record<string, unknown> = {};
  for (const name of Object.keys(shape)) {
    // no merged copy: a list has hundreds of rows
    const value: unknown = name in rest ? rest[name as keyof typeof rest] : row[name as keyof Row];
    if (value !== undefined) answer[name] = value;
  }
  return answer as z.output<Schema>;
}
