/** Tells the pages in the back/forward cache, of a guest too, that somebody has signed out since. */
const KEY = 'last-sign-out';

/** Null if nobody signed out, or if the browser refuses storage. */
export function readLastSignOut(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function saveLastSignOut(): void {
  try {
    localStorage.setItem(KEY, new Date().toISOString());
  } catch {
    // Pages of signed-in people ask the server anyway.
  }
}
