import { BRAND } from '@shop/contracts-common';
import { getPageStore, Notice, usePageStore } from '@shop/web-ui';

/** A cookie of the server didn't come back. True until the page is loaded again. */
const isCookieLost = getPageStore('lost-cookie', false);

/** The server has set a cookie that the browser doesn't send. */
export const reportBlockedCookies = (): void => isCookieLost.set(true);

/** Forgets the report. Tests call it between cases. */
export const resetBlockedCookies = (): void => isCookieLost.set(false);

/** True in a browser that blocks cookies: the shop forgets its photo, cart and sign-in with the next request. */
export const useAreCookiesBlocked = (): boolean => usePageStore(isCookieLost) || !navigator.cookieEnabled;

export const COOKIES_BLOCKED = `Your browser blocks cookies. ${BRAND} needs one to remember your photo, your cart and who you are. Please allow cookies for this site and reload the page.`;

/** Stands where a photo, a cart or a sign-in would be lost. Nothing in a browser that accepts cookies. */
export const CookieNotice = ({ className }: { className?: string }) =>
  useAreCookiesBlocked() && <Notice className={className}>{COOKIES_BLOCKED}</Notice>;
