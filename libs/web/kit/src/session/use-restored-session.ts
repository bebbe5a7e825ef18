import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { queryKeys } from '../api/query-client.js';
import { reloadPage } from '../browser-navigation.js';
import { fetchCurrentUser, type CurrentUser } from './current-user.js';
import { readLastSignOut } from './sign-in.js';

/**
 * Calls back when the browser shows this page again out of its back/forward cache, in the state in which it was left. A
 * call that waited for a redirect to another site waits for ever then.
 */
export function usePageRestore(handleRestore: () => void): void {
  const onRestore = useEffectEvent(handleRestore);
  useEffect(() => {
    const handlePageShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) onRestore();
    };
    window.addEventListener('pageshow', handlePageShow);
    return () => window.removeEventListener('pageshow', handlePageShow);
  }, []);
}

/** The page is hidden for so long at most; then it is loaded again, so that the browser says what is wrong. */
const CHECK_TIMEOUT_MS = 5_000;

const setPageHidden = (isHidden: boolean): void => {
  // Not `display`, which would lose the scroll position; not `opacity`, which open dialogs escape.
  document.documentElement.style.visibility = isHidden ? 'hidden' : '';
};

type Person = CurrentUser['user'];

const isSamePerson = (a: Person, b: Person): boolean => a?.email === b?.email && a?.role === b?.role;

/** Shows the page to the customer whose data it has; loads it again for another one. */
async function checkPerson(queryClient: QueryClient, user: Person, reload: () => void): Promise<void> {
  if (!isSamePerson(user, await fetchCurrentUser(AbortSignal.timeout(CHECK_TIMEOUT_MS)))) return reload();
  setPageHidden(false);
  // The order for which the person went to another site may be paid now.
  await Promise.all([queryKeys.cart, queryKeys.orders].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/**
 * Protects the data of a person who has signed out since: the browser's back/forward cache shows a page as it was left,
 * without a request. The page is hidden when it is left, and shown again once it is certain that the same person is
 * signed in. Otherwise it is loaded again.
 */
export function useRestoredSession(reload = reloadPage): void {
  const queryClient = useQueryClient();
  const lastSignOut = useRef<string | null>(null);

  useEffect(() => {
    const handlePageHide = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return;
      lastSignOut.current = readLastSignOut();
      setPageHidden(true);
    };
    window.addEventListener('pagehide', handlePageHide);
    return () => window.removeEventListener('pagehide', handlePageHide);
  }, []);

  usePageRestore(() => {
    const user = queryClient.getQueryData<Person>(queryKeys.user);
    // Undefined: whose data the page has is unknown.
    if (user === undefined || readLastSignOut() !== lastSignOut.current) return reload();
    if (user === null) setPageHidden(false);
    checkPerson(queryClient, user, reload).catch(reload);
  });
}
