import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { saveDraft, readDraft } from '../draft.js';

const getDraftName = (orderId: string): string => `order-key:${orderId}`;
const readStoredKey = (orderId: string): string | null => readDraft(getDraftName(orderId), z.string());

/**
 * The access key from an email link, stored for this tab until sign-out. It is removed from the address bar, so that it
 * does not end up in the browser history or in screenshots; a reload still works.
 */
export function useOrderAccessKey(orderId: string): string | null {
  const [query, setQuery] = useSearchParams();
  const keyInUrl = query.get('key');
  const [key, setKey] = useState(() => keyInUrl ?? readStoredKey(orderId));
  if (keyInUrl !== null && keyInUrl !== key) setKey(keyInUrl);

  useEffect(() => {
    if (keyInUrl === null) return;
    saveDraft(getDraftName(orderId), keyInUrl);
    setQuery((current) => new URLSearchParams([...current].filter(([name]) => name !== 'key')), { replace: true });
  }, [keyInUrl, orderId, setQuery]);

  return key;
}
