/**
 * D29: a contact request is new, may be read, may be replied to (read before or not), and may be archived from anywhere. Archived is
 * the end; nothing goes back.
 */
import { DomainError } from '@shop/contracts/common';
import type { ContactStatus } from '@shop/contracts/support';

const MOVES: Readonly<Record<ContactStatus, readonly ContactStatus[]>> = {
  new: ['read', 'replied', 'archived'],
  read: ['replied', 'archived'],
  replied: ['archived'],
  archived: [],
};

export const canMove = (from: ContactStatus, to: ContactStatus): boolean => MOVES[from].includes(to);

/** Throws 409 where the move is not one of the table. */
export function assertMove(from: ContactStatus, to: ContactStatus): void {
  if (canMove(from, to)) return;
  const sentence = from === to ? `This request is already ${to}.` : `A request that is ${from} can’t become ${to}.`;
  throw new DomainError('CONTACT_STATUS_REFUSED', 'conflict', sentence);
}
