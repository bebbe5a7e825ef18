import { isConflict } from '@shop/web-kit';
import { useState } from 'react';

/** Signing out removes every key with this prefix. */
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
    // Without storage the text is lost when the page closes.
  }
}

/**
 * Unsent text, stored in this browser tab so that it survives closing the item and reloading the page. Null without a
 * draft.
 */
export function useDraft(name: string): [string | null, (text: string | null) => void] {
  const key = KEY_PREFIX + name;
  const [draft, setDraft] = useState(() => readDraft(key));
  const updateDraft = (text: string | null): void => {
    setDraft(text);
    writeDraft(key, text);
  };
  return [draft, updateDraft];
}

/**
 * The version on which an open form is based: the one that was displayed when the form was opened, even if the data is
 * fetched again. After a conflict, which the form displays, it is based on the newest version.
 */
export function useSeenVersion<Version>(newest: Version): {
  version: Version;
  handleError: (error: Error) => void;
} {
  const [seen, setSeen] = useState<{ version: Version } | null>({ version: newest });
  return {
    version: (seen ?? { version: newest }).version,
    handleError: (error) => {
      if (isConflict(error)) setSeen(null);
    },
  };
}
