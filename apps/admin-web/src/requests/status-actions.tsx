import type { Open } from '@shop/contracts-common';
import type { ContactStatus, DisplayedSubmission } from '@shop/contracts-support';
import { useSingleFlight } from '@shop/web-kit';
import { Button, FormError } from '@shop/web-ui';
import { getChangeError } from '../failures.js';
import { useRequestStatusChange } from './requests.queries.js';

interface StatusAction {
  label: string;
  status: ContactStatus;
}

/**
 * Status changes of a contact request (spec, section 4): Mark Read while it is new, Mark Replied while it is new or
 * read, Archive until it is archived.
 */
const ACTIONS: readonly (StatusAction & { isPossible: (from: string) => boolean })[] = [
  { label: 'Mark Read', status: 'read', isPossible: (from) => from === 'new' },
  { label: 'Mark Replied', status: 'replied', isPossible: (from) => from === 'new' || from === 'read' },
  // Any status, also one of a newer server.
  { label: 'Archive', status: 'archived', isPossible: (from) => from !== 'archived' },
];

export function getStatusActions(from: Open<ContactStatus>): StatusAction[] {
  return ACTIONS.filter(({ isPossible }) => isPossible(from)).map(({ label, status }) => ({ label, status }));
}

/** One button for each possible status change of a request, and why the last one failed. */
export function StatusActions({ request: { id, name, version, status: from } }: { request: DisplayedSubmission }) {
  const change = useRequestStatusChange();
  const changeOnce = useSingleFlight(change);
  const actions = getStatusActions(from);
  return (
    <>
      {actions.length > 0 && (
        <div role="group" aria-label={`Request of ${name}`} className="flex flex-wrap gap-2">
          {actions.map(({ label, status }) => (
            <Button
              key={status}
              variant="outline"
              size="sm"
              className="px-3 sm:px-4"
              disabledFocusable={change.isPending}
              onClick={() => changeOnce({ id, version, status, from })}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      <FormError message={getChangeError(change.error)} className="mt-1 text-sm" />
    </>
  );
}
