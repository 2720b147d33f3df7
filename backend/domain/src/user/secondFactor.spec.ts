import { describe, expect, it } from 'vitest';
import { userAdded } from '../../test/firstEvents.ts';
import { given } from '../../test/given.ts';
import type { UserEvent } from './events.ts';
import { userDecider } from './user.ts';

const added = userAdded();
const enabled: UserEvent = { type: 'SecondFactorEnabled', data: { userId: 'u1', factorId: 'f1' } };
const disabled: UserEvent = {
  type: 'SecondFactorDisabled',
  data: { userId: 'u1', factorId: 'f1', how: 'user' },
};
const renewed: UserEvent = { type: 'RecoveryCodesRenewed', data: { userId: 'u1', factorId: 'f1' } };
const used: UserEvent = { type: 'RecoveryCodeUsed', data: { userId: 'u1', factorId: 'f1', left: 0 } };

const ON = 'Two-step verification is switched on already.';
const OFF = 'Two-step verification is not switched on.';
const enable = { type: 'EnableSecondFactor', factorId: 'f1' } as const;
const disable = { type: 'DisableSecondFactor', how: 'user' } as const;
const renew = { type: 'RecordRecoveryCodesRenewal' } as const;
const use = { type: 'RecordRecoveryCodeUse', factorId: 'f1', left: 0 } as const;

const user = (...history: UserEvent[]) => given(userDecider, added, ...history);
const stateAfter = (...history: UserEvent[]) =>
  [added, ...history].reduce(userDecider.evolve, userDecider.initialState);

describe('switching the second factor on', () => {
  it('names the enrolment', () => user().when(enable).thenEvents(enabled));
  it('twice yields no event', () => user(enabled).when(enable).thenNothing());
  it('refuses another enrolment while one is active', () =>
    user(enabled)
      .when({ ...enable, factorId: 'f2' })
      .thenRefused('conflict', ON));
  it('may follow on switching off', () =>
    user(enabled, disabled)
      .when({ ...enable, factorId: 'f2' })
      .thenEvents({ type: 'SecondFactorEnabled', data: { userId: 'u1', factorId: 'f2' } }));
  it('stays active when its codes change', () => {
    expect(stateAfter()).toMatchObject({ secondFactor: null });
    expect(stateAfter(enabled, renewed, used)).toMatchObject({ secondFactor: 'f1' });
    expect(stateAfter(enabled, disabled)).toMatchObject({ secondFactor: null });
  });
  it('needs a user', () => given(userDecider).when(enable).thenRefused('not_found', 'User not found'));
});

describe('switching it off', () => {
  it('records who did it', () => {
    user(enabled).when(disable).thenEvents(disabled);
    user(enabled)
      .when({ ...disable, how: 'admin' })
      .thenEvents({ type: 'SecondFactorDisabled', data: { userId: 'u1', factorId: 'f1', how: 'admin' } });
  });
  it('twice yields no event', () => user(enabled, disabled).when(disable).thenNothing());
});

describe('recovery codes', () => {
  it('are renewed every time', () => {
    user(enabled).when(renew).thenEvents(renewed);
    user(enabled, renewed).when(renew).thenEvents(renewed);
  });
  it('are not renewed without a second factor', () => {
    user().when(renew).thenRefused('conflict', OFF);
    user(enabled, disabled).when(renew).thenRefused('conflict', OFF);
  });
  it('are counted down', () => user(enabled).when(use).thenEvents(used));
  it('of a factor that is switched off are refused', () => {
    user(enabled, disabled).when(use).thenRefused('conflict', OFF);
    user(enabled)
      .when({ ...use, factorId: 'f2' })
      .thenRefused('conflict', OFF);
  });
});
