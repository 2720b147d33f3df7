import { paths } from '@portal/contract';
import { expect, it } from 'vitest';
import { startTestPortal } from './support/testPortal.ts';

// Proves S5-first-steps-1
it('first steps that a dealer ticks off stay ticked off, once each, for nobody else', async () => {
  const portal = await startTestPortal();
  const dealer = (await portal.dealer('northgate')).client;
  const other = (await portal.dealer('ridge')).client;
  expect((await dealer.get(paths.firstSteps)).json).toEqual([]);
  const tick = (step: string) => dealer.post(paths.firstSteps, { step });
  await Promise.all(['panels', 'notifications', 'panels'].map(tick));
  expect((await dealer.get(paths.firstSteps)).json.toSorted()).toEqual(['notifications', 'panels']);
  expect((await tick('dismissed')).json).toContain('dismissed');
  expect((await tick('unknown')).status).toBe(400);
  await portal.portal.database.pool.query(
    `UPDATE saved_views SET first_steps = first_steps || '["of a later release"]'`,
  );
  expect((await dealer.get(paths.firstSteps)).json).toHaveLength(3);
  expect((await other.get(paths.firstSteps)).json).toEqual([]);
});
