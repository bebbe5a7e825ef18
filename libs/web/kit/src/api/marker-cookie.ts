/** Whether the server has left this readable cookie: a sign of what only it knows, so that the page need not ask for it. */
export const isMarked = (cookie: string): boolean => document.cookie.split('; ').includes(`${cookie}=1`);
