/** An id that no stream can have, so nothing with it exists. */
export class NotAnId extends RangeError {
  override readonly name = 'NotAnId';
}

/**
 * Declares a category, the part of streams' names before the first `-`, which it may not contain.
 * @returns the name of an id's stream: `user-<id>`; throws NotAnId for an empty id or one with white space, control or
 *   foreign characters. `idOf`: the id in a stream's name; null where the stream is of another category
 */
export function streamCategory(category: string) {
  if (!/^[a-z][a-zA-Z]*$/.test(category)) throw new RangeError(`Not a stream category: ${category}`);
  const prefix = `${category}-`;
  const streamOf = (id: string): string => {
    if (!/^[\x21-\x7e]+$/.test(id))
      throw new NotAnId(`Not an id for a ${category} stream: ${JSON.stringify(id)}`);
    return prefix + id;
  };
  const idOf = (stream: string): string | null =>
    stream.startsWith(prefix) && stream.length > prefix.length ? stream.slice(prefix.length) : null;
  return Object.assign(streamOf, { idOf });
}
