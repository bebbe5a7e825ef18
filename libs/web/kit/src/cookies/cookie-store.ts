import { useSyncExternalStore } from 'react';

const TEST_COOKIE = 'cookie-test';

/** `navigator.cookieEnabled` is not enough: a sandboxed page throws, and extensions drop cookies at once. */
function canStoreCookies(): boolean {
  if (!navigator.cookieEnabled) return false;
  try {
    document.cookie = `${TEST_COOKIE}=1; Path=/; SameSite=Lax`;
    const isStored = document.cookie.includes(`${TEST_COOKIE}=1`);
    document.cookie = `${TEST_COOKIE}=; Path=/; SameSite=Lax; Max-Age=0`;
    return isStored;
  } catch {
    return false;
  }
}

/** Undefined until the first question. A person who allows cookies reloads the page. */
let areBlocked: boolean | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The server has set a cookie that the browser doesn't send. */
export function reportBlockedCookies(): void {
  areBlocked = true;
  for (const listener of listeners) listener();
}

/** Asks the browser again. Tests call it between cases. */
export function resetBlockedCookies(): void {
  areBlocked = undefined;
}

/** True in a browser that blocks cookies: the shop forgets its photo, cart and sign-in with the next request. */
export const useAreCookiesBlocked = (): boolean =>
  useSyncExternalStore(subscribe, () => (areBlocked ??= !canStoreCookies()));
