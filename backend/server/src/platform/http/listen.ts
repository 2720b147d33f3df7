import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';

export interface Listening {
  /** `http://host:port` as bound, with the port that was found for 0. */
  readonly address: string;
  /** Stops accepting requests, and cuts running ones after `milliseconds`. */
  close(milliseconds: number): Promise<void>;
}

/** Limits for slow clients, in milliseconds. */
const HEADERS_MS = 20_000;
const REQUEST_MS = 60_000;

/** @throws Error of one line when the address is taken or not ours */
export async function listen(app: Koa, host: string, port: number): Promise<Listening> {
  const server = createServer({ headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS }, app.callback());
  await bind(server, host, port);
  const { port: bound } = server.address() as AddressInfo;
  return {
    address: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: (milliseconds) =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), milliseconds);
        server.close(() => {
          clearTimeout(cut);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

function bind(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `Port ${port} on ${host} is taken. Stop what listens there, or set PORT.`
          : `The portal can't listen on ${host}:${port}: ${error.message}`;
      reject(new Error(why, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
}
