import { describe, expect, it } from 'vitest';
import { HttpError } from '../../shared/http/http.ts';
import { createHttpClient } from './dataProvider.ts';

const answering = (status: number, body: string) =>
  createHttpClient(async () => new Response(body, { status }));

async function refusal(status: number, body: string): Promise<HttpError> {
  const error = await answering(
    status,
    body,
  )('/api/admin/users').then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof HttpError)) throw new Error('expected an HttpError');
  return error;
}

describe('the http client', () => {
  it('returns the parsed response and its headers', async () => {
    const client = createHttpClient(
      async () => new Response('[{"id":"u1"}]', { headers: { 'Content-Range': 'users 0-0/1' } }),
    );
    const answer = await client('/api/admin/users');
    expect(answer.json).toEqual([{ id: 'u1' }]);
    expect(answer.headers.get('content-range')).toBe('users 0-0/1');
  });

  it("rejects with the portal's problem, fields included", async () => {
    const errors = [
      { path: 'email', message: 'Must provide a valid email address' },
      { path: 'dealer_id', message: 'Dealer ID must be in format KS + 4 digits' },
    ];
    const error = await refusal(400, JSON.stringify({ error: 'Please check the form.', errors }));
    expect(error.status).toBe(400);
    expect(error.userText).toBe('Please check the form.');
    expect(error.errors).toEqual(errors);
  });

  it('keeps status and text for logs if the body has no message', async () => {
    expect((await refusal(502, 'Bad gateway')).message).toBe('502: Bad gateway');
  });

  it("rejects with the network's error if the portal is unreachable", async () => {
    const client = createHttpClient(async () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(client('/api/admin/users')).rejects.toThrow(TypeError);
  });

  it('passes an abort on, so that a superseded list is no error', async () => {
    const client = createHttpClient(async () => Promise.reject(new DOMException('gone', 'AbortError')));
    await expect(client('/x')).rejects.toHaveProperty('name', 'AbortError');
  });
});
