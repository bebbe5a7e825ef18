import { ApiError, useCurrentUser } from '@shop/web-kit';

const NOT_SIGNED_IN = 401;

/** True where a personal list may be asked for: somebody is signed in, or it could not be told and the server decides. */
export function useCanLoadOwnList(): boolean {
  const { user, isLoading, error } = useCurrentUser();
  return user !== null || (!isLoading && error !== null);
}

/** True once it is certain that nobody is signed in; also when the session has ended, which the list itself tells. */
export function useIsAnonymous({ error: listError }: Readonly<{ error: Error | null }>): boolean {
  const { user, isLoading, error } = useCurrentUser();
  const hasEnded = listError instanceof ApiError && listError.status === NOT_SIGNED_IN;
  return hasEnded || (user === null && !isLoading && error === null);
}
