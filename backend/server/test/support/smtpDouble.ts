import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** A mail as the server got it. */
export interface ReceivedMail {
  readonly to: string;
  readonly source: string;
}

export interface SmtpDouble {
  readonly url: string;
  readonly received: ReceivedMail[];
  /** What to say to RCPT TO instead of 250; null for the usual. */
  refuse: string | null;
  close(): Promise<void>;
}

/** As much of a mail server as a client needs: it takes every mail and keeps it. */
export async function startSmtpDouble(): Promise<SmtpDouble> {
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  const double = { received, refuse: null as string | null };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
    let to = '';
    let data: string | null = null;
    let buffer = '';
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 double');
    socket.on('data', (chunk) => {
      buffer += chunk.toString('utf8');
      for (;;) {
        const end = buffer.indexOf('\r\n');
        if (end === -1) return;
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        if (data !== null) {
          if (line === '.') {
            received.push({ to, source: data });
            data = null;
            say('250 taken');
          } else data += `${line.replace(/^\.\./, '.')}\n`;
        } else if (/^EHLO|^HELO/i.test(line)) say('250 double');
        else if (/^RCPT TO/i.test(line)) {
          to = /<(.*)>/.exec(line)?.[1] ?? '';
          say(double.refuse ?? '250 ok');
        } else if (/^DATA/i.test(line)) {
          data = '';
          say('354 go on');
        } else if (/^QUIT/i.test(line)) {
          say('221 bye');
          socket.end();
        } else say('250 ok');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(double, {
    url: `smtp://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  });
}
