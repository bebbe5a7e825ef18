/** Forms store unfinished input under `draft:` keys of the session storage. */
const PREFIX = 'draft:';

/** Says that a customer was signed in in this tab. It is removed with the drafts. */
const OWNED = `${PREFIX}of-account`;

/** A browser that denies storage has stored no drafts. */
function ifAllowed<Result>(work: () => Result, otherwise: Result): Result {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

export const clearDrafts = (): void =>
  ifAllowed(() => {
    const keys = Array.from({ length: sessionStorage.length }, (_, index) => sessionStorage.key(index));
    for (const key of keys) if (key?.startsWith(PREFIX)) sessionStorage.removeItem(key);
  }, undefined);

/** From now on the drafts of this tab are those of an account. */
export const markDraftsOwned = (): void => ifAllowed(() => sessionStorage.setItem(OWNED, '1'), undefined);

export const areDraftsOwned = (): boolean => ifAllowed(() => sessionStorage.getItem(OWNED) !== null, false);
