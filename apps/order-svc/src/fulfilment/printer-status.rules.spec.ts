import fc from 'fast-check';
import { ORDER_STATUSES, type OrderStatus } from '@shop/contracts/order';
import { mayMove } from '../orders/order-status.rules.js';
import { computeNextStatuses, findProblem } from './printer-verdict.rules.js';

const WORDS = ['draft', 'accepted', 'printing', 'on-hold', 'failed', 'shipped', 'delivered', 'cancelled'] as const;

describe('the printer’s status', () => {
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
    expect(computeNextStatuses(order, printer)).toEqual(steps);
  });

  it('never moves an order backwards or skips a step, in any order of updates, and repeats nothing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ORDER_STATUSES),
        fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }),
        (first, words) => {
          let status: OrderStatus = first;
          for (const word of words) {
            for (const step of computeNextStatuses(status, word)) {
              expect(mayMove(status, step)).toBe(true);
              status = step;
            }
            expect(computeNextStatuses(status, word)).toEqual([]);
          }
        },
      ),
    );
  });

  it('is a problem if somebody must act at the printer', () => {
    const printing = { status: 'processing', isRecalled: false } as const;
    expect(findProblem(printing, 'on-hold')).toMatch(/on hold/);
    expect(findProblem(printing, 'draft')).toMatch(/as a draft/);
    expect(findProblem(printing, 'failed')).toMatch(/could not print/);
    expect(WORDS.filter((word) => findProblem(printing, word) === null)).toEqual([
      'accepted',
      'printing',
      'shipped',
      'delivered',
      'cancelled',
    ]);
  });

  it.each(['cancelled', 'shipped', 'delivered'] as const)(
    'is a problem if the printer goes on with a recalled order that is %s',
    (status) => {
      const taken = { status, isRecalled: true };
      expect(WORDS.filter((word) => findProblem(taken, word) === null)).toEqual(['draft', 'cancelled']);
      expect(findProblem(taken, 'printing')).toMatch(
        status === 'cancelled'
          ? /although it was cancelled. Please cancel it there/
          : /shipped by hand.* Please cancel it there/,
      );
      expect(findProblem(taken, 'shipped')).toMatch(/^The printer has sent this order, (too, )?although it was/);
    },
  );
});
