import { randomBytes } from 'node:crypto';
import { onUser, userDecider, userStream } from '@portal/domain';
import { mapValues, PROFILE_FIELDS } from '@portal/domain/values';
import type { CausalChain } from '../../kernel/causalChain.ts';
import { newCommand } from '../../kernel/commandContext.ts';
import { runCommand } from '../../kernel/runCommand.ts';
import type { UserCommandPorts } from './ports.ts';
import { reserveUsername } from './registerDealer.ts';

/** The same in every installation, so that there is only one. */
export const FIRST_ADMINISTRATOR_ID = '01900000-0000-7000-8000-000000000001';

/** 24 characters of 5 bits each, without those that look alike. */
function generatedPassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789a';
  return Array.from(randomBytes(24), (byte) => alphabet[byte % 32])
    .join('')
    .replace(/(.{6})(?=.)/g, '$1-');
}

/**
 * Adds the first administrator, once. After a crash on the way the next start does it again, with a new password.
 * @param admin.password null to generate one
 * @param options.exclusively runs `work` under a lock that all portals share
 * @returns null if there is one; the password if it was generated, to be printed once
 */
export async function makeFirstAdministrator(
  ports: UserCommandPorts,
  admin: { readonly username: string; readonly email: string; readonly password: string | null },
  options: {
    readonly now: () => Date;
    readonly exclusively: <Result>(work: () => Promise<Result>) => Promise<Result>;
  },
): Promise<{ readonly generatedPassword: string | null; readonly chain: CausalChain } | null> {
  const exists = async () =>
    (await ports.load(userStream(FIRST_ADMINISTRATOR_ID), userDecider)).status !== 'none';
  if (await exists()) return null;
  return options.exclusively(async () => {
    if (await exists()) return null;
    const password = admin.password ?? generatedPassword();
    const context = newCommand(options.now(), { kind: 'system', id: 'makeFirstAdministrator' }, 'start-up');
    await ports.credentials.set(FIRST_ADMINISTRATOR_ID, password);
    await reserveUsername(ports, admin.username, FIRST_ADMINISTRATOR_ID, context);
    const chain = await runCommand(ports, {
      ...onUser({ userId: FIRST_ADMINISTRATOR_ID, accountId: null }),
      command: {
        type: 'AddUser',
        userId: FIRST_ADMINISTRATOR_ID,
        accountId: null,
        username: admin.username,
        profile: { ...mapValues(PROFILE_FIELDS, () => ''), name: 'Administrator', email: admin.email },
        isAdmin: true,
        isApproved: true,
        dealerId: null,
      },
      context,
    });
    return { generatedPassword: admin.password === null ? password : null, chain };
  });
}
