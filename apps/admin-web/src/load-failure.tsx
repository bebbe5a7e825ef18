import { getErrorMessage } from '@shop/web-kit';
import { ErrorState } from '@shop/web-ui';
import { isMissingCall } from './missing-call.js';

interface Props {
  error: Error;
  /** Sentence for a server that does not have this call. */
  missing: string;
  onRetry: () => unknown;
}

/** A part of a screen that could not be loaded. The rest of the screen works. */
export function LoadFailure({ error, missing, onRetry }: Props) {
  if (isMissingCall(error)) return <p className="py-2 text-muted-foreground">{missing}</p>;
  return <ErrorState message={getErrorMessage(error)} onRetry={() => void onRetry()} />;
}
