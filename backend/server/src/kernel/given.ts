/** The fields that are not undefined. */
export function given<Fields extends object>(
  fields: Fields,
): { [Field in keyof Fields]?: Exclude<Fields[Field], undefined> } {
  const named = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(named) as { [Field in keyof Fields]?: Exclude<Fields[Field], undefined> };
}
