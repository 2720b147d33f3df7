import { expected } from './expected.ts';
import { HttpClient } from './httpClient.ts';
import { ADMIN, registration } from './testPortal.ts';

/** The administrator's session at a portal. */
export async function adminAt(url: string): Promise<HttpClient> {
  const admin = new HttpClient(url);
  await expected(() => admin.post('/api/login', { username: ADMIN.username, password: ADMIN.password }), 200);
  await expected(() => admin.post('/api/step-up', { currentPassword: ADMIN.password }), 200);
  return admin;
}

/** Registers a dealer at a portal and has it approved. @returns its session */
export async function approvedDealer(url: string, admin: HttpClient, username: string): Promise<HttpClient> {
  const dealer = new HttpClient(url);
  const key = { 'Idempotency-Key': `${username}-registers` };
  const registered = await expected(() => dealer.post('/api/register', registration(username), key), 201);
  const approval = `/api/admin/users/${registered.json.id}/approval`;
  await expected(() => admin.patch(approval, { isApproved: true }), 200);
  return dealer;
}
