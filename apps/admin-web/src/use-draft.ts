import { useState } from 'react';

/** Signing out removes every key with this beginning (D13a). */
const KEY_PREFIX = 'draft:';

function readDraft(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeDraft(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // A browser that refuses storage only loses the text with the page.
  }
}

/** What is typed and not yet sent, kept in this browser tab while the thing is closed or the page is loaded anew. Null: nothing. */
export function useDraft(name: string): [string | null, (text: string | null) => void] {
  const key = KEY_PREFIX + name;
  const [draft, setDraft] = useState(() => readDraft(key));
  const updateDraft = (text: string | null): void => {
    setDraft(text);
    writeDraft(key, text);
  };
  return [draft, updateDraft];
}
