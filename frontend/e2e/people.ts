import { paths, type SessionUser } from '@portal/contract';
import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import { newVisitor, type RunningPortal, type Visitor } from './support.ts';

export const PASSWORD = 'a-dealers-password';

/** Fictional input of /register by id. */
export const registration = (username: string) => ({
  name: 'Dana Miller',
  company: 'Northgate Security',
  email: `${username}@northgate.example`,
  phone: '2125550100',
  address: '1 Dock Street',
  city: 'Staten Island',
  state: 'NY',
  zip: '10311',
  username,
  password: PASSWORD,
});

/** Calls the API with the visitor's session. @returns status and body */
export async function answerTo(
  who: Visitor,
  method: string,
  path: string,
  data?: unknown,
): Promise<{ readonly status: number; readonly body: unknown }> {
  // a connection that is kept may be closed by the portal just as it is used again
  const headers = { connection: 'close' };
  const response = await who.context.request.fetch(path, { method, headers, data });
  return { status: response.status(), body: await response.json().catch(() => null) };
}

/** The same for calls that must succeed; `Body` is the contract's type. */
export async function call<Body = SessionUser>(
  who: Visitor,
  method: string,
  path: string,
  data?: unknown,
): Promise<Body> {
  const { status, body } = await answerTo(who, method, path, data);
  expect(status, `${method} ${path}: ${JSON.stringify(body)}`).toBeLessThan(300);
  return body as Body;
}

export async function signIn(who: Visitor, username: string, password: string): Promise<SessionUser> {
  return call(who, 'POST', paths.login, { username, password });
}

/** A browser with a signed-in administrator. */
export async function newAdmin(browser: Browser, portal: RunningPortal): Promise<Visitor> {
  const admin = await newVisitor(browser, portal);
  await signIn(admin, portal.admin.username, portal.admin.password);
  await call(admin, 'POST', paths.stepUp, { currentPassword: portal.admin.password });
  return admin;
}

/** A browser with a new dealer, pending unless `approvedBy` an administrator. */
export async function newDealer(
  browser: Browser,
  portal: RunningPortal,
  username: string,
  approvedBy?: Visitor,
): Promise<Visitor & { readonly id: string }> {
  const dealer = await newVisitor(browser, portal);
  const form = { ...registration(username), agreeToTerms: true };
  const { id } = await call(dealer, 'POST', paths.register, form);
  if (approvedBy !== undefined) await approve(approvedBy, id);
  return { ...dealer, id };
}

export async function approve(admin: Visitor, userId: string): Promise<void> {
  await call(admin, 'PATCH', paths.admin.approval(userId), { isApproved: true });
}
