import { request as httpRequest } from 'node:http';
import { routeTableAlone } from '../../src/app/docs/routeTableAlone.ts';
import { type AnswerCheck, answerCheck } from './answerCheck.ts';

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body as it came, for files. */
  readonly bytes: Buffer;
  /** The parsed body; null where it is no JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly json: any;
}

export interface Sent {
  readonly json?: unknown;
  /** Sent as it is, with the headers given. */
  readonly raw?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The same for every portal, whatever process it runs in. */
const TABLE = routeTableAlone();

/** Positions of the newest write of any client, by portal. */
const lastPositions = new Map<string, string>();

/**
 * A browser's worth of HTTP: keeps cookies and, where asked, sends any header at all (fetch refuses some). A read waits
 * for the writes of every client of this portal, not only for its own as in the pages: a spec means what it wrote.
 */
export class HttpClient {
  readonly base: string;
  readonly cookies = new Map<string, string>();
  readonly #check: AnswerCheck;

  /** @param check every answer is held to the API's description, unless something else is given */
  constructor(base: string, check: AnswerCheck = answerCheck(TABLE)) {
    this.base = base;
    this.#check = check;
  }

  /** After a command that ran without HTTP; null for one that appended nothing. */
  readAfter(position: string | null): void {
    if (position !== null) lastPositions.set(this.base, position);
  }

  get = (path: string, sent: Sent = {}) => this.send('GET', path, sent);
  post = (path: string, json?: unknown, headers?: Record<string, string>) =>
    this.send('POST', path, { json, ...(headers === undefined ? {} : { headers }) });
  patch = (path: string, json?: unknown, headers?: Record<string, string>) =>
    this.send('PATCH', path, { json, ...(headers === undefined ? {} : { headers }) });

  put = (path: string, json?: unknown, headers?: Record<string, string>) =>
    this.send('PUT', path, { json, ...(headers === undefined ? {} : { headers }) });
  delete = (path: string, json?: unknown, headers?: Record<string, string>) =>
    this.send('DELETE', path, { json, ...(headers === undefined ? {} : { headers }) });

  send(method: string, path: string, { json, raw, headers = {} }: Sent = {}): Promise<Answered> {
    const lastPosition = lastPositions.get(this.base);
    const body = raw ?? (json === undefined ? '' : JSON.stringify(json));
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return new Promise((resolve, reject) => {
      const sent = httpRequest(
        this.base + path,
        {
          method,
          headers: {
            ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
            ...(cookie === '' ? {} : { Cookie: cookie }),
            ...(lastPosition === undefined ? {} : { 'X-Read-After': lastPosition }),
            ...headers,
            'Content-Length': Buffer.byteLength(body),
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            for (const line of response.headers['set-cookie'] ?? []) this.#keep(line);
            const position = response.headers['x-log-position'];
            if (typeof position === 'string') lastPositions.set(this.base, position);
            const bytes = Buffer.concat(chunks);
            const text = bytes.toString('utf8');
            const contentType = response.headers['content-type'] ?? '';
            try {
              this.#check({ method, path, status: response.statusCode ?? 0, contentType, text });
            } catch (error) {
              reject(error);
              return;
            }
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text,
              bytes,
              json: parsed(text),
            });
          });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';');
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(pair.indexOf('=') + 1);
    const over = attributes.some((one) => /expires=Thu, 01 Jan 1970/i.test(one));
    if (over || value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
