/** An id that no stream can have, so nothing with it exists. */
export class NotAnId extends RangeError {
  override readonly name = 'NotAnId';
}

/** Builds and parses the names of one category's streams. */
export interface StreamCategory {
  /** The part before the first `-`, e.g. `user`. */
  readonly category: string;
  /** `user-<id>`. @throws NotAnId for an empty id or one with white space, control or foreign characters */
  readonly streamOf: (id: string) => string;
  /** The id in a stream's name, or null where the stream is of another category. */
  readonly idOf: (stream: string) => string | null;
}

/** Declares a category. It may not contain `-`: the first one in a stream's name ends the category. */
export function streamCategory(category: string): StreamCategory {
  if (!/^[a-z][a-zA-Z]*$/.test(category)) throw new RangeError(`Not a stream category: ${category}`);
  const prefix = `${category}-`;
  return {
    category,
    streamOf(id) {
      if (!/^[\x21-\x7e]+$/.test(id))
        throw new NotAnId(`Not an id for a ${category} stream: ${JSON.stringify(id)}`);
      return prefix + id;
    },
    idOf(stream) {
      return stream.startsWith(prefix) && stream.length > prefix.length ? stream.slice(prefix.length) : null;
    },
  };
}
