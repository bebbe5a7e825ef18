import { PROBLEM_STATUS, type DomainError } from '@shop/contracts/common';
import { contactStatusSchema, type ContactStatus } from '@shop/contracts/support';
import { assertStatusChange, assertCanReply, canBeReplied, canChangeStatus } from './contact-status.rules.js';

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

const getStatusError = (from: ContactStatus, to: ContactStatus): DomainError | undefined =>
  catchError(() => assertStatusChange(from, to));

const catchError = (attempt: () => void): DomainError | undefined => {
  try {
    attempt();
    return undefined;
  } catch (error) {
    return error as DomainError;
  }
};

describe('the status of a contact request', () => {
  it.each(pairs.filter(([from, to]) => allowed.has(`${from} ${to}`)))('may change from %s to %s', (from, to) => {
    expect(canChangeStatus(from, to)).toBe(true);
    expect(getStatusError(from, to)).toBeUndefined();
  });

  it.each(pairs.filter(([from, to]) => !allowed.has(`${from} ${to}`)))(
    'must not change from %s to %s: 409',
    (from, to) => {
      expect(canChangeStatus(from, to)).toBe(false);
      const error = getStatusError(from, to);
      expect(error && PROBLEM_STATUS[error.kind]).toBe(409);
    },
  );

  it('explains a rejected change', () => {
    expect(getStatusError('archived', 'read')?.message).toBe('A request that is archived can’t become read.');
    expect(getStatusError('read', 'read')?.message).toBe('This request is already read.');
  });
});

describe('a reply to a contact request', () => {
  it.each([
    [0, 0],
    [2, 2],
    [1, 2],
  ])('is allowed with %i replies of which the author has seen %i, until the request is archived', (written, seen) => {
    for (const status of statuses) {
      const error = catchError(() => assertCanReply(status, { written, seen }));
      expect(error === undefined).toBe(canBeReplied(status));
      expect(canBeReplied(status)).toBe(status !== 'archived');
    }
  });

  it.each([
    [1, 0],
    [3, 2],
  ])('is rejected with %i replies of which the author has seen %i: 409', (written, seen) => {
    for (const status of statuses) {
      const error = catchError(() => assertCanReply(status, { written, seen }));
      expect(error && PROBLEM_STATUS[error.kind]).toBe(409);
    }
  });
});
