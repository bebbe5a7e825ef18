import fc from 'fast-check';
import { ORDER_STATUSES, type OrderStatus } from '@shop/contracts/order';
import { mayMove } from '../orders/order-status.rules.js';
import { stepsOf, troubleOf } from './printer-verdict.rules.js';

const WORDS = ['draft', 'accepted', 'printing', 'on-hold', 'failed', 'shipped', 'delivered', 'cancelled'] as const;

describe('the printer’s word', () => {
  it.each([
    ['paid', 'accepted', ['processing']],
    ['paid', 'shipped', ['processing', 'shipped']],
    ['paid', 'delivered', ['processing', 'shipped', 'delivered']],
    ['processing', 'draft', []],
    ['processing', 'printing', []],
    ['processing', 'shipped', ['shipped']],
    ['processing', 'cancelled', ['cancelled']],
    ['shipped', 'cancelled', []],
    ['shipped', 'printing', []],
    ['shipped', 'delivered', ['delivered']],
    ['delivered', 'shipped', []],
    ['cancelled', 'shipped', []],
    ['created', 'shipped', []],
  ] as const)('takes an order that is %s and at the printer %s on by %j', (order, printer, steps) => {
    expect(stepsOf(order, printer)).toEqual(steps);
  });

  it('never takes an order back, nor a step that may not be taken, in whatever order words come, and says nothing twice', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ORDER_STATUSES),
        fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }),
        (first, words) => {
          let status: OrderStatus = first;
          for (const word of words) {
            for (const step of stepsOf(status, word)) {
              expect(mayMove(status, step)).toBe(true);
              status = step;
            }
            expect(stepsOf(status, word)).toEqual([]);
          }
        },
      ),
    );
  });

  it('calls for an admin where somebody has to see to it', () => {
    const printing = { status: 'processing', isTakenBack: false } as const;
    expect(troubleOf(printing, 'on-hold')).toMatch(/on hold/);
    expect(troubleOf(printing, 'draft')).toMatch(/as a draft/);
    expect(troubleOf(printing, 'failed')).toMatch(/could not print/);
    expect(WORDS.filter((word) => troubleOf(printing, word) === null)).toEqual([
      'accepted',
      'printing',
      'shipped',
      'delivered',
      'cancelled',
    ]);
  });

  it.each(['cancelled', 'shipped', 'delivered'] as const)(
    'calls for an admin where it prints what was taken back from it, and is %s',
    (status) => {
      const taken = { status, isTakenBack: true };
      expect(WORDS.filter((word) => troubleOf(taken, word) === null)).toEqual(['draft', 'cancelled']);
      expect(troubleOf(taken, 'printing')).toMatch(
        status === 'cancelled'
          ? /although it was cancelled. Please cancel it there/
          : /shipped by hand.* Please cancel it there/,
      );
      expect(troubleOf(taken, 'shipped')).toMatch(/^The printer has sent this order, (too, )?although it was/);
    },
  );
});
