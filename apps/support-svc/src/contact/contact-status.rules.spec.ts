import { PROBLEM_STATUS, type DomainError } from '@shop/contracts/common';
import { contactStatusSchema, type ContactStatus } from '@shop/contracts/support';
import { assertMove, canMove } from './contact-status.rules.js';

const statuses = contactStatusSchema.options;
const allowed = new Set(['new read', 'new replied', 'new archived', 'read replied', 'read archived', 'replied archived']);
const pairs = statuses.flatMap((from) => statuses.map((to): [ContactStatus, ContactStatus] => [from, to]));

const refusalOf = (from: ContactStatus, to: ContactStatus): DomainError | undefined => {
  try {
    assertMove(from, to);
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

  it.each(pairs.filter(([from, to]) => !allowed.has(`${from} ${to}`)))('does not move from %s to %s: 409', (from, to) => {
    expect(canMove(from, to)).toBe(false);
    const refusal = refusalOf(from, to);
    expect(refusal && PROBLEM_STATUS[refusal.kind]).toBe(409);
  });

  it('says what was wrong in a sentence', () => {
    expect(refusalOf('archived', 'read')?.sentence).toBe('A request that is archived can’t become read.');
    expect(refusalOf('read', 'read')?.sentence).toBe('This request is already read.');
  });
});
