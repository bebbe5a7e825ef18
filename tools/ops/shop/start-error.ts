/** An error for the person who starts the shop; the message is printed without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

/** The message of any thrown value. Some drivers throw errors with a code and an empty message. */
export function getErrorMessage(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return getErrorMessage(error.errors[0]);
  if (error instanceof Error) return error.message || (error as NodeJS.ErrnoException).code || error.name;
  return String(error);
}
