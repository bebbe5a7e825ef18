/**
 * Status changes of a contact request (spec, section 4): Mark Read while it is new, Mark Replied while it is new or
 * read, Archive until it is archived.
 */
import type { Open } from '@shop/contracts/common';
import type { ContactStatus } from '@shop/contracts/support';

export interface StatusAction {
  label: string;
  status: ContactStatus;
}

const ACTIONS: readonly (StatusAction & { isPossible: (from: string) => boolean })[] = [
  { label: 'Mark Read', status: 'read', isPossible: (from) => from === 'new' },
  { label: 'Mark Replied', status: 'replied', isPossible: (from) => from === 'new' || from === 'read' },
  // Any status, also one of a newer server.
  { label: 'Archive', status: 'archived', isPossible: (from) => from !== 'archived' },
];

export function getStatusActions(from: Open<ContactStatus>): StatusAction[] {
  return ACTIONS.filter(({ isPossible }) => isPossible(from)).map(({ label, status }) => ({ label, status }));
}
