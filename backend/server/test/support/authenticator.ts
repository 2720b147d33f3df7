import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const b64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** A CBOR head: major type and length or value, below 65,536. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  return value < 256
    ? Buffer.from([(major << 5) | 24, value])
    : Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}
const int = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
const map = (...entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_KEY = 0x40;

/** What a test changes of an honest answer. */
interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly counter?: number;
  /** False: only present, e.g. a key without fingerprint or PIN. */
  readonly verified?: boolean;
}

/** An authenticator with one passkey, as a browser answers for it (WebAuthn level 2, ES256, attestation `none`). */
export function authenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;

  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: lies.origin ?? origin, crossOrigin: false }));
  const authData = (lies: Lies, key?: Buffer) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(lies.counter ?? counter);
    const flags = PRESENT | (lies.verified === false ? 0 : VERIFIED) | (key === undefined ? 0 : WITH_KEY);
    const hash = sha256(lies.rpId ?? new URL(origin).hostname);
    return Buffer.concat([hash, Buffer.from([flags]), count, key ?? Buffer.alloc(0)]);
  };
  const common = { id: b64(id), rawId: b64(id), type: 'public-key', clientExtensionResults: {} } as const;

  return {
    /** Answers the options of a registration. */
    register({ challenge }: { readonly challenge: string }, lies: Lies = {}) {
      const part = (value: string | undefined) => Buffer.from(value ?? '', 'base64url');
      const cose = map(
        ...([
          [int(1), int(2)],
          [int(3), int(-7)],
          [int(-1), int(1)],
          [int(-2), bytes(part(jwk.x))],
          [int(-3), bytes(part(jwk.y))],
        ] as const),
      );
      const key = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
      const attestation = map(
        [text('fmt'), text('none')],
        [text('attStmt'), map()],
        [text('authData'), bytes(authData(lies, key))],
      );
      return {
        ...common,
        response: {
          clientDataJSON: b64(clientData('webauthn.create', challenge, lies)),
          attestationObject: b64(attestation),
        },
      };
    },

    /** Answers the options of a sign-in; each answer counts one further. */
    signIn({ challenge }: { readonly challenge: string }, lies: Lies = {}) {
      counter += 1;
      const [client, data] = [clientData('webauthn.get', challenge, lies), authData(lies)];
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...common,
        response: {
          clientDataJSON: b64(client),
          authenticatorData: b64(data),
          signature: b64(signature),
        },
      };
    },
  };
}
