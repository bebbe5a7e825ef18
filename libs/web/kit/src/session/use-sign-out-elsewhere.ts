import { useEffect, useEffectEvent } from 'react';
import { reloadPage } from '../browser-navigation.js';
import { useCurrentUser } from './current-user.js';
import { areDraftsOwned, clearDrafts, markDraftsOwned } from './drafts.js';
import { LAST_SIGN_OUT_KEY } from './sign-in.js';

/**
 * Keeps nothing of a person in this tab whose session has ended elsewhere: by a sign-out in another tab, at once; by its expiry
 * or on another device, when the tab asks who is signed in. Loads the page again, so that it displays nothing either.
 */
export function useSignOutElsewhere(reload = reloadPage): void {
  const { user, isLoading, error } = useCurrentUser();
  const isSignedIn = user !== null;
  const isSignedOut = user === null && !isLoading && error === null;

  const forget = useEffectEvent(() => {
    clearDrafts();
    reload();
  });
  useEffect(() => {
    if (isSignedIn) markDraftsOwned();
    // This tab's own sign-out has removed the drafts already.
    if (isSignedOut && areDraftsOwned()) forget();
  }, [isSignedIn, isSignedOut]);

  useEffect(() => {
    const handleStorage = ({ key, newValue }: StorageEvent): void => {
      if (key === LAST_SIGN_OUT_KEY && newValue !== null) forget();
    };
    window.addEventListener('storage', handleStorage);
    return () => window.removeEventListener('storage', handleStorage);
  }, []);
}
