import { ApiError, useCurrentUser } from '@shop/web-kit';

const NOT_SIGNED_IN = 401;

/**
 * True if a personal list may be requested: the user is signed in, or the user call failed and the list call decides.
 */
export function useCanLoadOwnList(): boolean {
  const { user, isLoading, error } = useCurrentUser();
  return user !== null || (!isLoading && error !== null);
}

/** True once it is certain that the visitor is anonymous, also when the list call answers that the session has ended. */
export function useIsAnonymous({ error: listError }: Readonly<{ error: Error | null }>): boolean {
  const { user, isLoading, error } = useCurrentUser();
  const hasSessionEnded = listError instanceof ApiError && listError.status === NOT_SIGNED_IN;
  return hasSessionEnded || (user === null && !isLoading && error === null);
}
