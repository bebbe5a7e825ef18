import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { saveDraft, readDraft } from '../draft.js';

const draftName = (orderId: string): string => `order-key:${orderId}`;
const readStoredKey = (orderId: string): string | null => readDraft(draftName(orderId), z.string());

/**
 * The key that a letter's link brought, for this tab. Once read it leaves the address bar: it must not stay in histories and
 * screenshots, and a reload still works. Signing out forgets it.
 */
export function useOrderAccessKey(orderId: string): string | null {
  const [query, setQuery] = useSearchParams();
  const given = query.get('key');
  const [key, setKey] = useState(() => given ?? readStoredKey(orderId));
  if (given !== null && given !== key) setKey(given);

  useEffect(() => {
    if (given === null) return;
    saveDraft(draftName(orderId), given);
    setQuery((now) => new URLSearchParams([...now].filter(([name]) => name !== 'key')), { replace: true });
  }, [given, orderId, setQuery]);

  return key;
}
