import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { readDraft, saveDraft } from '../draft.js';

const DRAFT_NAME = 'review-key';

/**
 * The key in the link of the email. It is removed from the address bar, so that it does not end up in the browser history or in screenshots; a reload
 * still works. Null: the page was opened without a link.
 */
export function useReviewKey(): string | null {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const keyInUrl = hash.slice(1);
  const [key, setKey] = useState(() => keyInUrl || readDraft(DRAFT_NAME, z.string()));
  if (keyInUrl && keyInUrl !== key) setKey(keyInUrl);

  useEffect(() => {
    if (!keyInUrl) return;
    saveDraft(DRAFT_NAME, keyInUrl);
    void navigate(pathname, { replace: true });
  }, [keyInUrl, navigate, pathname]);

  return key;
}
