/** Where an admin was when the session was not an admin's any more: `/admin?tab=orders&order=…`. Of this tab only. */
const KEY = 'admin-place';

/** A browser that denies storage has stored nothing. */
function ifAllowed<Result>(work: () => Result, otherwise: Result): Result {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

const isPlace = (address: string): boolean => /^\/(?:admin|nimda)(?:[/?]|$)/.test(address);

/** Stores the present address if it is one of the admin. */
export function storeAdminPlace(): void {
  const address = window.location.pathname + window.location.search;
  if (isPlace(address)) ifAllowed(() => sessionStorage.setItem(KEY, address), undefined);
}

export const clearAdminPlace = (): void => ifAllowed(() => sessionStorage.removeItem(KEY), undefined);

/** Null without one. */
export function readAdminPlace(): string | null {
  const place = ifAllowed(() => sessionStorage.getItem(KEY), null);
  return place !== null && isPlace(place) ? place : null;
}
