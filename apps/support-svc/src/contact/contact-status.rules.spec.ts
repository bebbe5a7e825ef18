import { PROBLEM_STATUS, type DomainError } from '@shop/contracts/common';
import { contactStatusSchema, type ContactStatus } from '@shop/contracts/support';
import { assertMove, assertReply, canBeReplied, canMove, nextStatuses } from './contact-status.rules.js';

const statuses = contactStatusSchema.options;
const allowed = new Set([
  'new read',
  'new replied',
  'new archived',
  'read replied',
  'read archived',
  'replied archived',
]);
const pairs = statuses.flatMap((from) => statuses.map((to): [ContactStatus, ContactStatus] => [from, to]));

const refusalOf = (from: ContactStatus, to: ContactStatus): DomainError | undefined =>
  refusalBy(() => assertMove(from, to));

const refusalBy = (attempt: () => void): DomainError | undefined => {
  try {
    attempt();
    return undefined;
  } catch (error) {
    return error as DomainError;
  }
};

describe('the status of a contact request', () => {
  it.each(pairs.filter(([from, to]) => allowed.has(`${from} ${to}`)))('moves from %s to %s', (from, to) => {
    expect(canMove(from, to)).toBe(true);
    expect(refusalOf(from, to)).toBeUndefined();
  });

  it.each(pairs.filter(([from, to]) => !allowed.has(`${from} ${to}`)))(
    'does not move from %s to %s: 409',
    (from, to) => {
      expect(canMove(from, to)).toBe(false);
      const refusal = refusalOf(from, to);
      expect(refusal && PROBLEM_STATUS[refusal.kind]).toBe(409);
    },
  );

  it('says what was wrong in a sentence', () => {
    expect(refusalOf('archived', 'read')?.sentence).toBe('A request that is archived can’t become read.');
    expect(refusalOf('read', 'read')?.sentence).toBe('This request is already read.');
  });

  it.each(statuses)('offers for %s just the moves it allows', (from) => {
    expect(nextStatuses(from)).toEqual(statuses.filter((to) => canMove(from, to)));
  });
});

describe('a reply to a contact request', () => {
  it.each([
    [0, 0],
    [2, 2],
    [1, 2],
  ])(
    'may be written where there are %i replies and its writer has seen %i, until the request is archived',
    (written, seen) => {
      for (const status of statuses) {
        const refusal = refusalBy(() => assertReply(status, { written, seen }));
        expect(refusal === undefined).toBe(canBeReplied(status));
        expect(canBeReplied(status)).toBe(status !== 'archived');
      }
    },
  );

  it.each([
    [1, 0],
    [3, 2],
  ])('is refused where there are %i replies and its writer has seen %i: 409', (written, seen) => {
    for (const status of statuses) {
      const refusal = refusalBy(() => assertReply(status, { written, seen }));
      expect(refusal && PROBLEM_STATUS[refusal.kind]).toBe(409);
    }
  });
});
