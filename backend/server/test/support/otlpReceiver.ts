import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as OTLP carries it, its attributes by name. */
export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** '' for the first of its trace. */
  readonly parentSpanId: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** 2: an error. */
  readonly status: number;
}

interface WireSpan extends Omit<ReceivedSpan, 'attributes' | 'status' | 'parentSpanId'> {
  readonly parentSpanId?: string;
  readonly attributes?: readonly {
    readonly key: string;
    readonly value: Readonly<Record<string, unknown>>;
  }[];
  readonly status?: { readonly code?: number };
}

export interface OtlpReceiver {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  /** Everything that came in, as text. */
  text(): string;
  stop(): Promise<void>;
}

/** Takes traces over OTLP/HTTP on loopback, as a collector would. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const bodies: string[] = [];
  const spans: ReceivedSpan[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.url !== '/v1/traces') {
      response.writeHead(404).end();
      return;
    }
    bodies.push(body);
    const { resourceSpans = [] } = JSON.parse(body) as {
      readonly resourceSpans?: readonly {
        readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
      }[];
    };
    for (const { scopeSpans } of resourceSpans) {
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) spans.push(received(span));
    }
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    text: () => bodies.join('\n'),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function received({
  name,
  traceId,
  spanId,
  parentSpanId = '',
  attributes = [],
  status,
}: WireSpan): ReceivedSpan {
  return {
    name,
    traceId,
    spanId,
    parentSpanId,
    attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    status: status?.code ?? 0,
  };
}
