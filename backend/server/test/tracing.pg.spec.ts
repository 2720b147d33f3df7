import { randomUUID } from 'node:crypto';
import { portalProjections } from '@portal/projections';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutgoingMail } from '../src/platform/mail/sender.ts';
import { eventually } from './support/eventually.ts';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from './support/otlpReceiver.ts';
import { registration, startTestPortal } from './support/testPortal.ts';

const OWN_ID = 'a-request-of-the-gateway';
const CALLER = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' };

let receiver: OtlpReceiver;
let spans: readonly ReceivedSpan[];
/** Ids that the portal gave to requests, by what was asked. */
const requestIds: Record<string, string> = {};
const mails: OutgoingMail[] = [];
/** Events of the registration that the `users` projection knows. */
let eventsOfUsers = 0;

beforeAll(async () => {
  receiver = await startOtlpReceiver();
  const transport = { send: async (mail: OutgoingMail) => void mails.push(mail), close: () => {} };
  const portal = await startTestPortal(
    { mailTransport: transport },
    { environment: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url } },
  );
  try {
    const dealer = portal.client();
    const registered = await dealer.post('/api/register', registration('traced', { name: 'Tess Trace' }));
    requestIds.register = String(registered.headers['x-request-id']);
    const admin = await portal.admin();
    const unknown = await admin.put(`/api/admin/accounts/${randomUUID()}/demo-status`, {
      is_demo_account: true,
    });
    requestIds.refused = String(unknown.headers['x-request-id']);
    const traceparent = `00-${CALLER.trace}-${CALLER.span}-01`;
    const approved = await admin.patch(
      `/api/admin/users/${registered.json.id}/approval`,
      { isApproved: true },
      { traceparent },
    );
    requestIds.approve = String(approved.headers['x-request-id']);
    await admin.patch(
      `/api/admin/users/${registered.json.id}`,
      { name: 'Tess Traced' },
      { traceparent, 'X-Request-Id': OWN_ID },
    );
    await admin.patch(`/api/admin/users/${registered.json.id}/approval`, { isApproved: 'yes' });
    await eventually(async () => mails.some(({ recipient }) => recipient === 'ann@example.com'));
    const known = portalProjections.find(({ name }) => name === 'users')?.types ?? new Set();
    const { rows } = await portal.portal.database.pool.query<{ count: string }>(
      'SELECT count(*) FROM es.events WHERE metadata LIKE $1 AND type = ANY($2)',
      [`%${requestIds.register}%`, [...known]],
    );
    eventsOfUsers = Number(rows[0]?.count);
  } finally {
    // a stop hands over what was not sent yet
    await portal.stop();
  }
  spans = receiver.spans;
}, 120_000);
afterAll(() => receiver.stop());

const named = (name: string) => spans.filter((span) => span.name === name);
function only(name: string, traceId: string): ReceivedSpan {
  const [span, ...more] = named(name).filter((one) => one.traceId === traceId);
  if (span === undefined || more.length > 0)
    throw new Error(`${more.length + 1} spans ${name} in ${traceId}`);
  return span;
}
const childrenOf = ({ spanId }: ReceivedSpan) => spans.filter(({ parentSpanId }) => parentSpanId === spanId);
const traceOf = (requestId = '') => requestId.replaceAll('-', '').slice(0, 32);

describe('one request', () => {
  it('is a trace whose id is the id of the request', () => {
    const request = only('POST /api/register', traceOf(requestIds.register));
    expect(request.parentSpanId).toBe('');
    expect(request.attributes).toMatchObject({
      'http.route': '/api/register',
      'http.request.method': 'POST',
    });
    expect(Number(request.attributes['http.response.status_code'])).toBe(201);
  });

  // Proves I8-otel-1
  it('contains its commands, and each command its append', () => {
    const request = only('POST /api/register', traceOf(requestIds.register));
    const command = childrenOf(request).find(({ name }) => name === 'command RegisterDealer');
    expect(command?.attributes).toMatchObject({
      'portal.stream.category': 'user',
      'portal.actor.kind': 'visitor',
    });
    const appends = command === undefined ? [] : childrenOf(command);
    expect(appends.map(({ name }) => name)).toEqual(['append']);
    expect(JSON.stringify(appends[0]?.attributes['portal.event.types'])).toContain('DealerRegistered');
  });

  it('contains the processes that follow and their commands', () => {
    const request = only('POST /api/register', traceOf(requestIds.register));
    const opening = childrenOf(request).find(({ name }) => name.startsWith('process openAccount'));
    const commands = opening === undefined ? [] : childrenOf(opening);
    expect(commands.map(({ name }) => name)).toContain('command OpenAccount');
  });

  // Proves I8-otel-1
  it('contains the projections of its events', () => {
    const request = only('POST /api/register', traceOf(requestIds.register));
    const projected = spans.filter(
      ({ name, traceId }) => name.startsWith('project ') && traceId === request.traceId,
    );
    expect(projected.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['project users', 'project logIndex']),
    );
    expect(projected.every(({ parentSpanId }) => parentSpanId === request.spanId)).toBe(true);
    // each event once, in however many batches
    const users = projected.filter(({ name }) => name === 'project users');
    const events = users.reduce((sum, { attributes }) => sum + Number(attributes['portal.events']), 0);
    expect(eventsOfUsers).toBeGreaterThan(0);
    expect(events).toBe(eventsOfUsers);
  });

  // Proves I8-otel-1
  it('contains the mail it caused, and its sending', () => {
    const traceId = CALLER.trace;
    const notification = only('reaction mailDealerOnApproval', traceId);
    const sending = named('send mail').filter((span) => span.traceId === traceId);
    expect(sending.map(({ parentSpanId }) => parentSpanId)).toContain(notification.spanId);
  });

  it("records a refusal's message, and only the class of an error", () => {
    const refused = named('PATCH /api/admin/users/:id/approval').find(
      ({ attributes }) => Number(attributes['http.response.status_code']) === 400,
    );
    expect(refused?.status).toBe(0);
    const failed = spans.find(
      ({ name, traceId }) => name.startsWith('command ') && traceId === traceOf(requestIds.refused),
    );
    expect([failed?.status, failed?.attributes['error.type']]).toEqual([2, 'BusinessRefusal']);
  });
});

describe('a request that comes within a trace', () => {
  // Proves I8-otel-2
  it('continues it, and so does everything that follows', () => {
    const request = only('PATCH /api/admin/users/:id/approval', CALLER.trace);
    expect(request.parentSpanId).toBe(CALLER.span);
    expect(requestIds.approve).toBe(`${CALLER.trace}-${request.spanId}`);
    const users = named('project users').filter(({ parentSpanId }) => parentSpanId === request.spanId);
    expect(users.map(({ traceId }) => traceId)).toContain(CALLER.trace);
  });

  it('may have its own id too', () => {
    const request = only('PATCH /api/admin/users/:id', CALLER.trace);
    const users = named('project users').filter(({ parentSpanId }) => parentSpanId === request.spanId);
    expect(users.map(({ traceId }) => traceId)).toContain(CALLER.trace);
  });
});

// Proves I8-otel-2
it('exports no personal data and no secrets', () => {
  // ids and times are digits that may contain the ZIP code
  const exported = receiver.text().replace(/"(?:\w+Id|\w+TimeUnixNano)":"[0-9a-f]+"/g, '');
  expect(exported).toContain('DealerRegistered');
  const { agreeToTerms: _, state: _state, ...texts } = registration('traced');
  for (const text of [...Object.values(texts), 'Tess', 'Doe', 'admin-secret-1', 'portal.sig']) {
    expect(exported).not.toContain(String(text));
  }
});
