import type { DisplayedSubmission } from '@shop/contracts/support';
import { useSingleFlight } from '@shop/web-kit';
import { Button } from '@shop/web-ui';
import { FailureReason } from '../failures.js';
import { getStatusActions } from './status-actions.rules.js';
import { useRequestStatusChange } from './use-request-changes.js';

/** One button for each possible status change of a request, and why the last one failed. */
export function StatusActions({ request: { id, name, status: from } }: { request: DisplayedSubmission }) {
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
              onClick={() => changeOnce({ id, status, from })}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      <FailureReason error={change.error} className="mt-1 text-sm" />
    </>
  );
}
