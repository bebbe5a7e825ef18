import { PROBLEM_STATUS, type DomainError } from '@shop/contracts-common';
import { contactStatusSchema, type ContactStatus } from '@shop/contracts-support';
import { assertStatusChange, assertCanReply, canBeReplied, canChangeStatus } from './contact-status.rules.js';

const statuses = contactStatusSchema.options;

const catchError = (attempt: () => void): DomainError | undefined => {
  try {
    attempt();
    return undefined;
  } catch (error) {
    return error as DomainError;
  }
};
const getStatusError = (from: ContactStatus, to: ContactStatus): DomainError | undefined =>
  catchError(() => assertStatusChange(from, to));

describe('the status of a contact request', () => {
  it.each<[ContactStatus, ContactStatus[]]>([
    ['new', ['read', 'replied', 'archived']],
    ['read', ['replied', 'archived']],
    ['replied', ['archived']],
    ['archived', []],
  ])('changes from %s to %j, and to others with 409', (from, allowed) => {
    expect(statuses.filter((to) => canChangeStatus(from, to))).toEqual(allowed);
    for (const to of statuses) {
      const error = getStatusError(from, to);
      expect(error && PROBLEM_STATUS[error.kind]).toBe(allowed.includes(to) ? undefined : 409);
    }
  });

  it('explains a rejected change', () => {
    expect(getStatusError('archived', 'read')?.message).toBe('A request that is archived can’t become read.');
    expect(getStatusError('read', 'read')?.message).toBe('This request is already read.');
  });
});

describe('a reply to a contact request', () => {
  it.each(statuses)('is allowed until it is archived: %s', (status) => {
    const error = catchError(() => assertCanReply(status));
    expect(error && PROBLEM_STATUS[error.kind]).toBe(status === 'archived' ? 409 : undefined);
    expect(canBeReplied(status)).toBe(status !== 'archived');
  });
});
