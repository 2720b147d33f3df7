import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Keeps its connections open, as browsers do. */
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** A caller with its own session; bare, to add little to the measured time. */
export class HttpCaller {
  readonly #host: string;
  readonly #port: string;
  #cookie: string;

  /** @param cookie of a session; the first answer that sets one replaces it */
  constructor(base: string, cookie = '') {
    this.#cookie = cookie;
    const { hostname, port } = new URL(base);
    this.#host = hostname;
    this.#port = port;
  }

  call(method: string, path: string, body?: unknown): Promise<HttpAnswer> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = {
      ...(text === '' ? {} : { 'Content-Type': 'application/json' }),
      ...(this.#cookie === '' ? {} : { Cookie: this.#cookie }),
      'Content-Length': Buffer.byteLength(text),
    };
    return new Promise((resolve, reject) => {
      const sent = request(
        { agent, host: this.#host, port: this.#port, method, path, headers },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            const cookies = response.headers['set-cookie'];
            if (cookies !== undefined) this.#cookie = cookies.map((line) => line.split(';')[0]).join('; ');
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString('utf8'),
            });
          });
        },
      );
      sent.on('error', reject);
      sent.end(text);
    });
  }

  /** @throws Error for another status */
  async expect(status: number, method: string, path: string, body?: unknown): Promise<HttpAnswer> {
    const answer = await this.call(method, path, body);
    if (answer.status !== status) {
      throw new Error(`${method} ${path} was answered ${answer.status}, not ${status}: ${answer.text}`);
    }
    return answer;
  }
}

export const closeConnections = (): void => agent.destroy();
