/**
 * D29: a contact request is new, may be read, may be replied to (read before or not), and may be archived from anywhere. Archived is
 * the end; nothing goes back. A reply can be followed by another one, as long as its writer knows of the first.
 */
import { DomainError } from '@shop/contracts/common';
import type { ContactStatus } from '@shop/contracts/support';

const MOVES: Readonly<Record<ContactStatus, readonly ContactStatus[]>> = {
  new: ['read', 'replied', 'archived'],
  read: ['replied', 'archived'],
  replied: ['archived'],
  archived: [],
};

export const nextStatuses = (from: ContactStatus): ContactStatus[] => [...MOVES[from]];

export const canMove = (from: ContactStatus, to: ContactStatus): boolean => MOVES[from].includes(to);

export const canBeReplied = (status: ContactStatus): boolean => status !== 'archived';

/** Throws 409 where the move is not one of the table. */
export function assertMove(from: ContactStatus, to: ContactStatus): void {
  if (canMove(from, to)) return;
  const sentence = from === to ? `This request is already ${to}.` : `A request that is ${from} can’t become ${to}.`;
  throw new DomainError('CONTACT_STATUS_REFUSED', 'conflict', sentence);
}

/** Throws 409 for an archived request, and for a reply whose writer has not seen an earlier one. */
export function assertReply(status: ContactStatus, replies: { written: number; seen: number }): void {
  if (!canBeReplied(status))
    throw new DomainError('CONTACT_ARCHIVED', 'conflict', 'This request is archived and can’t be replied to.');
  if (replies.seen < replies.written)
    throw new DomainError(
      'CONTACT_REPLIED',
      'conflict',
      'Somebody has already replied to this request. Read that reply first.',
    );
}
