/** Whether the server set this readable cookie. It hints at a guest's cart, so that a page without one skips the request. */
export function hasMarkerCookie(cookieName: string): boolean {
  try {
    return document.cookie.split('; ').includes(`${cookieName}=1`);
  } catch {
    // A sandboxed page has no cookies.
    return false;
  }
}
