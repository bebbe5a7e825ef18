import { ORDER_STATUSES } from '@shop/contracts-order';
import { canBeHeld, isDisputeCleared, isReviewCleared } from './fulfilment-hold.rules.js';

it.each([
  ['won', true],
  ['warning_closed', true],
  ...[
    'needs_response',
    'under_review',
    'warning_needs_response',
    'warning_under_review',
    'lost',
    'prevented',
    'appeal_needs_response',
    'a status of next year',
  ].map((status) => [status, false] as const),
] as const)('clears a payment whose dispute is %s: %s', (status, isCleared) => {
  expect(isDisputeCleared(status)).toBe(isCleared);
});

it('clears a payment whose review approved it', () => {
  expect(
    ['approved', 'refunded', 'refunded_as_fraud', 'disputed', 'redacted', 'canceled', 'acknowledged'].filter(
      isReviewCleared,
    ),
  ).toEqual(['approved']);
});

it('holds an order until it is sent or cancelled', () => {
  expect(ORDER_STATUSES.filter(canBeHeld)).toEqual(['created', 'paid', 'processing']);
});
