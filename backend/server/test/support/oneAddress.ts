import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OneAddress {
  readonly url: string;
  /** Which portal took each request, in the order they came. */
  readonly takenBy: readonly string[];
  /** From now on requests go to these portals in turn. */
  serve(urls: readonly string[]): void;
  close(): Promise<void>;
}

/**
 * One address before several portals, as a load balancer without sticky sessions: each request goes to the next, and
 * past one that takes no connection.
 */
export async function oneAddress(): Promise<OneAddress> {
  let portals: readonly string[] = [];
  let turn = 0;
  const takenBy: string[] = [];
  const server: Server = createServer((asked, answer) => {
    const chunks: Buffer[] = [];
    asked.on('data', (chunk: Buffer) => chunks.push(chunk));
    asked.on('end', () => {
      turn += 1;
      const inTurn = portals.map((_, index) => portals[(turn + index) % portals.length] ?? '');
      forward(inTurn);
    });
    const forward = ([portal, ...others]: readonly string[]) => {
      if (portal === undefined) {
        answer.writeHead(502).end();
        return;
      }
      const sent = request(
        portal + asked.url,
        { method: asked.method, headers: { ...asked.headers, 'x-forwarded-for': '203.0.113.7' } },
        (from) => {
          takenBy.push(portal);
          answer.writeHead(from.statusCode ?? 502, from.headers);
          from.pipe(answer);
          from.on('error', () => answer.destroy());
        },
      );
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // nothing was sent, so that nothing is done twice
        if (error.code === 'ECONNREFUSED') forward(others);
        else answer.destroy();
      });
      answer.on('close', () => sent.destroy());
      sent.end(Buffer.concat(chunks));
    };
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    takenBy,
    serve: (urls) => {
      portals = urls;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
