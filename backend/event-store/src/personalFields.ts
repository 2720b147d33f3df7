import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Personal fields of an event's data and the key that encrypts them, as domain's `PersonalFields`. */
export interface PersonalFieldsLike {
  /** Kind of subject; the key is named `<subject>-<id>`. */
  readonly subject: string;
  /** Data field with the subject's id. */
  readonly idField: string;
  /** Top-level data fields, those of older versions included; absent and null ones are left unchanged. */
  readonly fields: readonly string[];
}

/** Replaces a value that can't be read. */
export const ERASED_MARK = Object.freeze({ erased: true as const });

/** An encrypted value in stored data: `v1.<iv>.<tag>.<ciphertext>`, each part base64url. */
export interface Encrypted {
  readonly $enc: string;
}

/** An encrypted value in a state, so that kept states hold no personal data. Schemas accept it as an erased value. */
export interface Sealed {
  readonly erased: true;
  readonly sealed: Encrypted & {
    readonly eventId: string;
    readonly field: string;
    /** Name of the key. */
    readonly subject: string;
  };
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

export function isErasedMark(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'erased' in value && value.erased === true;
}

export function isEncrypted(value: unknown): value is Encrypted {
  return (
    typeof value === 'object' &&
    value !== null &&
    '$enc' in value &&
    typeof value.$enc === 'string' &&
    Object.keys(value).length === 1
  );
}

function isSealed(value: object): value is Sealed {
  return 'sealed' in value && isErasedMark(value);
}

/** Replaces every sealed part of a value. Parts without one stay the same objects. */
export function replaceSealed(value: unknown, replace: (sealed: Sealed['sealed']) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isSealed(value)) return replace(value.sealed);
  let copy: Record<string, unknown> | undefined;
  for (const [key, part] of Object.entries(value)) {
    const replaced = replaceSealed(part, replace);
    if (replaced === part) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    copy[key] = replaced;
  }
  return copy ?? value;
}

/** Binds ciphertext to its event and field. */
const boundTo = (eventId: string, field: string): Buffer => Buffer.from(`${eventId}\n${field}`);

/** AES-256-GCM over the value's JSON. @param key 32 bytes */
export function encrypt(value: unknown, key: Buffer, eventId: string, field: string): Encrypted {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(boundTo(eventId, field));
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return {
    $enc: ['v1', ...[iv, cipher.getAuthTag(), text].map((part) => part.toString('base64url'))].join('.'),
  };
}

/** @throws Error for an unknown format, or another key, event or field */
export function decrypt(encrypted: Encrypted, key: Buffer, eventId: string, field: string): unknown {
  const [version, ...parts] = encrypted.$enc.split('.');
  const [iv, tag, text] = parts.map((part) => Buffer.from(part, 'base64url'));
  if (version !== 'v1' || parts.length !== 3 || iv?.length !== IV_BYTES || tag?.length !== TAG_BYTES) {
    throw new Error(`field ${field} of event ${eventId} is encrypted in an unknown way`);
  }
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
    .setAAD(boundTo(eventId, field))
    .setAuthTag(tag);
  try {
    return JSON.parse(decipher.update(text ?? Buffer.alloc(0), undefined, 'utf8') + decipher.final('utf8'));
  } catch (error) {
    throw new Error(`field ${field} of event ${eventId} does not decrypt`, { cause: error });
  }
}

/** Name of the key for this spec's fields; null without a subject. */
export function subjectOf(spec: PersonalFieldsLike, data: Readonly<Record<string, unknown>>): string | null {
  const id = data[spec.idField];
  return typeof id === 'string' && id !== '' ? `${spec.subject}-${id}` : null;
}
