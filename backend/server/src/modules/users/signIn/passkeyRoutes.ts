import {
  addPasskeySchema,
  emptySchema,
  type Passkey,
  passkeyLoginSchema,
  passkeyOptionsSchema,
  passkeySchema,
  paths,
  sessionUserSchema,
} from '@portal/contract';
import { notFound, onUser, unprocessable, userDecider } from '@portal/domain';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Context } from 'koa';
import { v7 } from 'uuid';
import { z } from 'zod';
import { runCommand } from '../../../kernel/runCommand.ts';
import { HttpProblem } from '../../../platform/http/errors.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { presentUser } from '../changeUser.ts';
import type { UserPorts } from '../ports.ts';
import type { Site } from './passkeys.ts';
import { signInByPasskey } from './sessionRoutes.ts';
import { needStepUp } from './stepUp.ts';

/** One's own passkeys, and signing in with one. */
export function passkeyRoutes(ports: UserPorts): Route[] {
  const { commands, passkeys, loginLimits, sessionStore } = ports;
  /** The page's own origin, which the origin check has accepted, else the portal's. */
  const siteOf = (http: Context): Site => ({
    origin: http.get('Origin') || new URL(ports.page('/')).origin,
    name: ports.companyName,
  });
  const limit = ({ address }: { readonly address: string }) => loginLimits.enter(address);
  const own = { beforeSecondFactor: true, keyed: false } as const;

  return [
    route('GET', paths.passkeys, 'approved', {
      beforeSecondFactor: true,
      summary: "One's passkeys",
      answers: { 200: z.array(passkeySchema) },
      handler: async ({ caller }) => {
        const user = await presentUser(commands, caller.id);
        const rows = await passkeys.of(caller.id);
        const shown = rows.filter(({ id }) => user.passkeys.includes(id));
        return {
          body: shown.map(
            ({ id, name, created_at, last_used_at }): Passkey => ({
              ...{ id, name, created_at: created_at.toISOString() },
              last_used_at: last_used_at?.toISOString() ?? null,
            }),
          ),
        };
      },
    }),
    route('POST', paths.passkeyOptions, 'approved', {
      ...own,
      summary: 'Begin to add a passkey',
      answers: { 200: passkeyOptionsSchema },
      handler: async ({ caller, http }) => {
        needStepUp(http, sessionStore);
        return { body: await passkeys.beginAdding(siteOf(http), caller) };
      },
    }),
    route('POST', paths.passkeys, 'approved', {
      ...own,
      summary: 'Add the passkey that the browser made',
      answers: { 201: emptySchema },
      body: addPasskeySchema,
      handler: async ({ caller, body: { name, response }, command, http, visible }) => {
        needStepUp(http, sessionStore);
        const user = await presentUser(commands, caller.id);
        const passkeyId = v7();
        const add = { type: 'AddPasskey', passkeyId } as const;
        // refuses before the key is stored
        userDecider.decide(add, user);
        const made = { id: passkeyId, userId: caller.id, name };
        if (!(await passkeys.add(siteOf(http), made, response as RegistrationResponseJSON)))
          throw unprocessable('The passkey could not be verified. Please try again.');
        await visible(await runCommand(commands, { ...onUser(user), command: add, context: command }));
        return { status: 201, body: {} };
      },
    }),
    route('DELETE', paths.passkey, 'approved', {
      ...own,
      summary: 'Remove a passkey',
      answers: { 200: emptySchema },
      handler: async ({ caller, params: { id: passkeyId }, command, http, visible }) => {
        const user = await presentUser(commands, caller.id);
        if (!user.passkeys.includes(passkeyId)) throw notFound('Passkey not found');
        needStepUp(http, sessionStore);
        const remove = { type: 'RemovePasskey', passkeyId, how: 'user' } as const;
        await visible(await runCommand(commands, { ...onUser(user), command: remove, context: command }));
        await passkeys.remove([passkeyId]);
        return { body: {} };
      },
    }),
    route('POST', paths.passkeyLoginOptions, 'public', {
      summary: 'Begin to sign in with a passkey',
      answers: { 200: passkeyOptionsSchema },
      keyed: false,
      limit,
      handler: async ({ http }) => ({ body: await passkeys.beginSigningIn(siteOf(http)) }),
    }),
    route('POST', paths.passkeyLogin, 'public', {
      summary: 'Sign in with a passkey',
      answers: { 200: sessionUserSchema },
      body: passkeyLoginSchema,
      keyed: false,
      limit,
      handler: async ({ body, address, http }) => {
        const verified = await passkeys.verify(siteOf(http), body.response as AuthenticationResponseJSON);
        const user = verified && (await signInByPasskey(ports, verified, { address, http }));
        if (user === null)
          throw new HttpProblem(401, 'This passkey is not known here. Please log in with your password.');
        return { body: user };
      },
    }),
  ];
}
