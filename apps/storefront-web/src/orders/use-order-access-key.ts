import { readLastSignOut } from '@shop/web-kit';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { readDraft, removeDraft, saveDraft } from '../draft.js';

const getDraftName = (orderId: string): string => `order-key:${orderId}`;

/** For Back to an order's page, until the customer signs out or the document is loaded again. */
const keysOfLeftPages = new Map<string, { key: string; lastSignOut: string | null }>();

function readStoredKey(orderId: string): string | null {
  const left = keysOfLeftPages.get(orderId);
  if (left?.lastSignOut === readLastSignOut()) return left.key;
  return readDraft(getDraftName(orderId), z.string());
}

/**
 * The access key from an email link. It is removed from the address bar, so that it does not end up in the browser history or
 * in screenshots; a reload still works. The session storage has it while the order is displayed.
 */
export function useOrderAccessKey(orderId: string): string | null {
  const [query, setQuery] = useSearchParams();
  const keyInUrl = query.get('key');
  const [key, setKey] = useState(() => keyInUrl ?? readStoredKey(orderId));
  if (keyInUrl !== null && keyInUrl !== key) setKey(keyInUrl);

  useEffect(() => {
    if (key === null) return;
    saveDraft(getDraftName(orderId), key);
    const lastSignOut = readLastSignOut();
    return () => {
      removeDraft(getDraftName(orderId));
      keysOfLeftPages.set(orderId, { key, lastSignOut });
    };
  }, [key, orderId]);

  useEffect(() => {
    if (keyInUrl === null) return;
    setQuery((current) => new URLSearchParams([...current].filter(([name]) => name !== 'key')), { replace: true });
  }, [keyInUrl, setQuery]);

  return key;
}
