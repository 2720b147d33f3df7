export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Refuses values that JSON would drop or change: bigint, NaN, Infinity, Date, Map, functions, `undefined` in a list.
 * `undefined` properties are allowed.
 * @throws TypeError with the path, e.g. `data.rates[2]`
 */
export function assertJson(value: unknown, path: string): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return;
  if (typeof value === 'number' && Number.isFinite(value)) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) assertJson(item, `${path}[${index}]`);
    return;
  }
  if (isPlainObject(value)) {
    for (const [key, item] of Object.entries(value))
      if (item !== undefined) assertJson(item, `${path}.${key}`);
    return;
  }
  throw new TypeError(`${path} holds ${describe(value)}; event data holds JSON types only.`);
}

function isPlainObject(value: unknown): value is JsonObject {
  if (!isJsonObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function describe(value: unknown): string {
  if (typeof value === 'bigint') return `the bigint ${value}n`;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'object' && value !== null)
    return `an instance of ${value.constructor?.name ?? 'a class'}`;
  return typeof value;
}
