import { expect, it } from 'vitest';
import { decideHolds, evolveHolds, type HoldEvent, type OrderHold } from './orderHolds.ts';

const ids = { accountId: 'a1' };
const held = (invoiceId: string): HoldEvent => ({ type: 'OrdersHeld', data: { ...ids, invoiceId } });
const released = (...invoiceIds: string[]): HoldEvent => ({
  type: 'OrderHoldReleased',
  data: { ...ids, invoiceIds, reason: 'By phone' },
});
const after = (...events: HoldEvent[]) =>
  events.reduce<readonly OrderHold[]>((holds, event) => evolveHolds(holds, event), []);
const hold = (invoiceId: string, orderHolds: readonly OrderHold[]) =>
  decideHolds({ type: 'HoldOrders', invoiceId }, { ...ids, orderHolds });
const release = (reason: string, orderHolds: readonly OrderHold[]) =>
  decideHolds({ type: 'ReleaseOrderHold', reason }, { ...ids, orderHolds });

// Proves I38-dunning-hold
it('an invoice holds orders once, and never again once it was released', () => {
  expect(hold('i1', [])).toEqual([held('i1')]);
  expect(hold('i1', after(held('i1')))).toEqual([]);
  expect(hold('i1', after(held('i1'), released('i1')))).toEqual([]);
  expect(hold('i2', after(held('i1'), released('i1')))).toEqual([held('i2')]);
});

// Proves I38-dunning-hold
it('a release names all that hold orders, and needs a reason', () => {
  const holds = after(held('i1'), released('i1'), held('i2'), held('i3'));
  expect(release(' By phone ', holds)).toEqual([released('i2', 'i3')]);
  expect(release('By phone', after(held('i1'), released('i1')))).toEqual([]);
  expect(() => release(' ', holds)).toThrow('Please give a reason');
});
