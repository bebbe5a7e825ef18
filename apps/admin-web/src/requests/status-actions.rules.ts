/**
 * Status changes of a contact request (spec, section 4): Mark Read while it is new, Mark Replied while it is new or
 * read, Archive until it is archived.
 */
import type { ContactStatus } from '@shop/contracts/support';

export interface StatusAction {
  label: string;
  status: ContactStatus;
}

const ACTIONS: readonly (StatusAction & { from: readonly ContactStatus[] })[] = [
  { label: 'Mark Read', status: 'read', from: ['new'] },
  { label: 'Mark Replied', status: 'replied', from: ['new', 'read'] },
  { label: 'Archive', status: 'archived', from: ['new', 'read', 'replied'] },
];

export function getStatusActions(status: ContactStatus): StatusAction[] {
  return ACTIONS.filter(({ from }) => from.includes(status)).map(({ label, status: to }) => ({ label, status: to }));
}
