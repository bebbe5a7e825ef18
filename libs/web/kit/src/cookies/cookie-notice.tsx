import { BRAND } from '@shop/contracts/common';
import { Notice } from '@shop/web-ui';
import { useAreCookiesBlocked } from './cookie-store.js';

export const COOKIES_BLOCKED = `Your browser blocks cookies. ${BRAND} needs one to remember your photo, your cart and who you are. Please allow cookies for this site and reload the page.`;

/** Stands where a photo, a cart or a sign-in would be lost. Nothing in a browser that accepts cookies. */
export const CookieNotice = ({ className }: { className?: string }) =>
  useAreCookiesBlocked() && <Notice className={className}>{COOKIES_BLOCKED}</Notice>;
