import fc from 'fast-check';
import { ORDER_STATUSES, type OrderStatus } from '@shop/contracts-order';
import { canChangeStatus } from '../orders/order.rules.js';
import { computeNextStatuses, findProblem } from './printer-status.rules.js';

const PRINTER_STATUSES = [
  'draft',
  'accepted',
  'printing',
  'on-hold',
  'failed',
  'shipped',
  'delivered',
  'cancelled',
] as const;

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
  ] as const)('moves an order that is %s, and %s at the printer, through %j', (order, printer, steps) => {
    expect(computeNextStatuses(order, printer)).toEqual(steps);
  });

  it('never moves an order backwards or skips a step, in any order of updates, and repeats nothing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ORDER_STATUSES),
        fc.array(fc.constantFrom(...PRINTER_STATUSES), { maxLength: 8 }),
        (first, updates) => {
          let status: OrderStatus = first;
          for (const printerStatus of updates) {
            for (const step of computeNextStatuses(status, printerStatus)) {
              expect(canChangeStatus(status, step)).toBe(true);
              status = step;
            }
            expect(computeNextStatuses(status, printerStatus)).toEqual([]);
          }
        },
      ),
    );
  });

  it('is a problem if an admin must act at the printer', () => {
    const printing = { status: 'processing', isRecalled: false } as const;
    expect(findProblem(printing, 'on-hold')).toMatch(/on hold/);
    expect(findProblem(printing, 'draft')).toMatch(/as a draft/);
    expect(findProblem(printing, 'failed')).toMatch(/could not print/);
    expect(PRINTER_STATUSES.filter((printerStatus) => findProblem(printing, printerStatus) === null)).toEqual([
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
      const recalled = { status, isRecalled: true };
      expect(PRINTER_STATUSES.filter((printerStatus) => findProblem(recalled, printerStatus) === null)).toEqual([
        'draft',
        'cancelled',
      ]);
      expect(findProblem(recalled, 'printing')).toMatch(
        status === 'cancelled'
          ? /although it was cancelled. Please cancel it there/
          : /shipped by hand.* Please cancel it there/,
      );
      expect(findProblem(recalled, 'shipped')).toMatch(/^The printer has sent this order, (too, )?although it was/);
    },
  );
});
