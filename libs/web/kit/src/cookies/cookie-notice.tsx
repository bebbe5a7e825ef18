import { BRAND } from '@shop/contracts/common';
import { Notice } from '@shop/web-ui';
import { useSyncExternalStore } from 'react';

/** A cookie of the server didn't come back. True until the page is loaded again. */
let isCookieLost = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The server has set a cookie that the browser doesn't send. */
export function reportBlockedCookies(): void {
  isCookieLost = true;
  for (const listener of listeners) listener();
}

/** Forgets the report. Tests call it between cases. */
export function resetBlockedCookies(): void {
  isCookieLost = false;
}

/** True in a browser that blocks cookies: the shop forgets its photo, cart and sign-in with the next request. */
export const useAreCookiesBlocked = (): boolean =>
  useSyncExternalStore(subscribe, () => isCookieLost || !navigator.cookieEnabled);

export const COOKIES_BLOCKED = `Your browser blocks cookies. ${BRAND} needs one to remember your photo, your cart and who you are. Please allow cookies for this site and reload the page.`;

/** Stands where a photo, a cart or a sign-in would be lost. Nothing in a browser that accepts cookies. */
export const CookieNotice = ({ className }: { className?: string }) =>
  useAreCookiesBlocked() && <Notice className={className}>{COOKIES_BLOCKED}</Notice>;
