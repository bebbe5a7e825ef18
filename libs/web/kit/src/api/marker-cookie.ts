/** Whether the server has left this readable cookie: a sign of what only it knows, so that the page need not ask for it. A page that is drawn by the build has no visitor. */
export const isMarked = (cookie: string): boolean =>
  typeof document !== 'undefined' && document.cookie.split('; ').includes(`${cookie}=1`);
