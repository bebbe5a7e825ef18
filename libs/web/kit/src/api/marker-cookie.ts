/** Whether the server has left this readable cookie: a sign of what only it knows, so that the page need not ask for it. */
export const hasMarkerCookie = (cookieName: string): boolean => document.cookie.split('; ').includes(`${cookieName}=1`);
