import { toLength } from './size-table.rules.js';

it.each([
  [71, 'cm', '71', '28'],
  [45.7, 'cm', '45.7', '18'],
  [1.25, 'in', '3.2', '1.25'],
  [10, 'in', '25.4', '10'],
] as const)('%s %s is %s cm and %s in', (value, unit, cm, inches) => {
  expect(toLength(value, unit)).toEqual({ cm, inches });
});
