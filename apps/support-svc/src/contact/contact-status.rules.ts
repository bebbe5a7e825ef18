/**
 * Lifecycle of a contact request: new → read → replied → archived, where steps may be skipped but not undone. A request can be replied to again,
 * as long as the author has seen the earlier replies.
 */
import { DomainError } from '@shop/contracts-common';
import type { ContactStatus } from '@shop/contracts-support';

const ALLOWED_CHANGES: Readonly<Record<ContactStatus, readonly ContactStatus[]>> = {
  new: ['read', 'replied', 'archived'],
  read: ['replied', 'archived'],
  replied: ['archived'],
  archived: [],
};

export const nextStatuses = (from: ContactStatus): ContactStatus[] => [...ALLOWED_CHANGES[from]];

export const canChangeStatus = (from: ContactStatus, to: ContactStatus): boolean => ALLOWED_CHANGES[from].includes(to);

export const canBeReplied = (status: ContactStatus): boolean => status !== 'archived';

/** Throws 409 for a change that ALLOWED_CHANGES does not have. */
export function assertStatusChange(from: ContactStatus, to: ContactStatus): void {
  if (canChangeStatus(from, to)) return;
  const message = from === to ? `This request is already ${to}.` : `A request that is ${from} can’t become ${to}.`;
  throw new DomainError('CONTACT_STATUS_CHANGE_INVALID', 'conflict', message);
}

/** Throws 409 for an archived request. */
export function assertCanReply(status: ContactStatus): void {
  if (!canBeReplied(status))
    throw new DomainError('CONTACT_ARCHIVED', 'conflict', 'This request is archived and can’t be replied to.');
}
