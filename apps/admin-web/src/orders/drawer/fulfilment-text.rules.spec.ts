import type { Fulfilment } from '@shop/contracts/order';
import { getFulfilmentText } from './fulfilment-text.rules.js';

const now = new Date(2026, 10, 20, 13, 32);
const createFulfilment = (change: Partial<Fulfilment>): Fulfilment => ({
  state: 'change-window',
  provider: 'sandbox',
  dueAt: new Date(2026, 10, 20, 14, 32).toISOString(),
  attempts: 0,
  nextTryAt: null,
  reason: null,
  externalId: null,
  ...change,
});

describe('getFulfilmentText', () => {
  it.each([
    [{}, /^On hold until 2:32\sPM: the customer may still change or cancel it\.$/],
    [{ dueAt: new Date(2026, 10, 21, 9, 5).toISOString() }, /^On hold until Nov 21, 2026, 9:05\sAM/],
    [{ dueAt: now.toISOString() }, /^Goes to the printer now\.$/],
    [{ dueAt: now.toISOString(), provider: 'by-hand' }, /^Printed by hand: take the print files/],
    [{ state: 'waiting' }, /^Waits for its print files\.$/],
    [{ state: 'waiting', attempts: 2 }, /^Could not be handed to the printer yet\.$/],
    [{ state: 'submitting' }, /^Is being handed to the printer\.$/],
    [{ state: 'submitted' }, /^With the sandbox printer, which prints nothing\.$/],
    [{ state: 'submitted', provider: 'printful', externalId: '90001' }, /^With Printful, order 90001\.$/],
    [{ state: 'submitted', provider: 'by-hand' }, /^Printed by hand\.$/],
    [{ state: 'cancelled' }, /^Is not printed\.$/],
  ] as const)('describes %j', (change, expected) => {
    expect(getFulfilmentText(createFulfilment(change), now)).toMatch(expected);
  });
});
