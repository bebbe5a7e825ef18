import { createRefundFormSchema, getRefundLabel } from './refund-form.rules.js';

const validate = (amount: string, reason = 'A stain') =>
  createRefundFormSchema('25.91').safeParse({ amount, reason }).error?.issues[0]?.message;

describe('refund form rules', () => {
  it.each(['0.01', '10', '10.5', '25.91', ' $25.91 '])('accept "%s" of $25.91', (amount) => {
    expect(validate(amount)).toBeUndefined();
  });

  it.each([
    ['25.92', 'At most $25.91 can still go back.'],
    ['0.00', 'Enter an amount such as 12.50'],
    ['', 'Enter an amount such as 12.50'],
    ['ten', 'Enter an amount such as 12.50'],
    ['1.005', 'Enter an amount such as 12.50'],
  ])('reject "%s"', (amount, message) => {
    expect(validate(amount)).toBe(message);
  });

  it('require a reason', () => {
    expect(validate('1.00', ' ')).toBe('Reason is required');
  });

  it.each([
    ['10', 'Give $10.00 Back'],
    ['0.1', 'Give $0.10 Back'],
    ['30', 'Give Back'],
    ['x', 'Give Back'],
  ])('label the button for the amount "%s"', (amount, label) => {
    expect(getRefundLabel('25.91', amount)).toBe(label);
  });
});
