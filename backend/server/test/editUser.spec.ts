import { editUserSchema } from '@portal/contract';
import { onUser, userDecider, userStream } from '@portal/domain';
import { expect, it } from 'vitest';
import type { Load } from '../src/kernel/execute.ts';
import { addUser } from '../src/modules/users/addUser.ts';
import { editUser } from '../src/modules/users/editUser.ts';
import { memoryPorts } from './support/memoryPorts.ts';

// Proves I40-roles
it('does not give back a role that was taken away while the edit was under way', async () => {
  const { ports, command } = memoryPorts();
  const added = { password: 'secret-12', name: 'Eve', company: 'C', is_admin: true, account_id: null };
  const { userId } = await addUser(
    ports,
    { ...added, username: 'eve', email: 'eve@example.com', staff_role: 'admin', dealer_id: '' },
    command(),
  );
  const before = await ports.load(userStream(userId), userDecider);
  if (before.status !== 'present') throw new Error('no user');
  await ports.execute({
    ...onUser(before),
    command: { type: 'SetStaffRole', role: 'auditor', otherAdmins: 1 },
    context: command(),
  });
  // what the edit read before
  const load: Load = async (stream, decider) =>
    stream === userStream(userId) ? (before as never) : ports.load(stream, decider);
  const patch = editUserSchema.parse({ city: 'Troy', is_admin: true, staff_role: 'admin' });
  await editUser({ ...ports, load }, userId, patch, command(), async () => {});
  const after = await ports.load(userStream(userId), userDecider);
  expect(after).toMatchObject({ staffRole: 'auditor', profile: { city: 'Troy' } });
});
