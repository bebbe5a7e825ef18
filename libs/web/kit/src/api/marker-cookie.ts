/** Whether the server set this readable cookie. It hints at a guest's cart, so that a page without one skips the request. */
export const hasMarkerCookie = (cookieName: string): boolean => document.cookie.split('; ').includes(`${cookieName}=1`);
