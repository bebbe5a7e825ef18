import { getErrorMessage } from '@shop/web-kit';

/** The reason of the last failed attempt. It stays readable after the toast is gone, until the next attempt. */
export const FormError = ({ error }: { error: Error | null }) =>
  error && (
    <p role="alert" className="font-semibold text-pretty text-destructive-text">
      {getErrorMessage(error)}
    </p>
  );
