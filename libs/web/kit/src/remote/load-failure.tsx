import { ErrorState } from '@shop/web-ui';
import { reloadPage } from '../browser-navigation.js';
import { getLoadErrorMessage, isOutdated } from './load-chunk.js';

interface Props {
  /** The subject of the error message: `The form`. */
  subject: string;
  error: unknown;
  onRetry: () => void;
  className?: string;
}

/** Takes the place of a part that failed to load: one line with Retry, or with Reload if a newer build is deployed. */
export function LoadFailure({ subject, error, onRetry, className }: Props) {
  const message = getLoadErrorMessage(subject, error);
  return isOutdated(error) ? (
    <ErrorState className={className} message={message} action="Reload" onRetry={reloadPage} />
  ) : (
    <ErrorState className={className} message={message} onRetry={onRetry} />
  );
}
