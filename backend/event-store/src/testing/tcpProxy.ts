import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy between client and server whose connections a test can break. */
export interface TcpProxy {
  readonly port: number;
  /** Forward bytes, keep them until they can pass as a frozen server does, discard them, or refuse and close connections. */
  mode: 'pass' | 'hold' | 'swallow' | 'refuse';
  /** Number of discarded chunks. */
  readonly swallowed: number;
  /** Closes the connection at the server's next answer, so that only the answer is lost. @param then the mode afterwards */
  dropNextAnswer(then?: TcpProxy['mode']): void;
  close(): Promise<void>;
}

/** @param port default: any that is free */
export async function startTcpProxy(
  target: { readonly host: string; readonly port: number },
  port = 0,
): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let mode: TcpProxy['mode'] = 'pass';
  let dropNext = false;
  let modeThen: TcpProxy['mode'] | undefined;
  let swallowed = 0;
  // or small writes wait for acknowledgements
  const server = createServer({ noDelay: true }, (client) => {
    if (mode === 'refuse') {
      client.destroy();
      return;
    }
    const upstream = connect({ ...target, noDelay: true });
    const pair = [client, upstream] as const;
    pairs.add(pair);
    const end = () => {
      pairs.delete(pair);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of pair) socket.on('error', end).on('close', end);
    client.on('data', (bytes) => {
      if (mode === 'pass') upstream.write(bytes);
      else swallowed += 1;
    });
    upstream.on('data', (bytes) => {
      if (dropNext) {
        dropNext = false;
        end();
        if (modeThen !== undefined) setMode(modeThen);
      } else if (mode === 'pass') client.write(bytes);
    });
    if (mode === 'hold') for (const socket of pair) socket.pause();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const dropAll = () => {
    for (const [client, upstream] of pairs) {
      client.destroy();
      upstream.destroy();
    }
  };
  const setMode = (wanted: TcpProxy['mode']) => {
    mode = wanted;
    if (wanted === 'refuse') dropAll();
    for (const socket of [...pairs].flat()) {
      if (wanted === 'hold') socket.pause();
      else socket.resume();
    }
  };
  return {
    port: (server.address() as AddressInfo).port,
    get mode() {
      return mode;
    },
    set mode(wanted) {
      setMode(wanted);
    },
    get swallowed() {
      return swallowed;
    },
    dropNextAnswer: (then) => {
      dropNext = true;
      modeThen = then;
    },
    close: async () => {
      dropAll();
      server.close();
      await once(server, 'close');
    },
  };
}
