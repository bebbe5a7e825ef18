import { useState } from 'react';

export interface IdempotencyKeys {
  /** The key for this content. */
  (content: unknown): string;
  /** After a success: the same content is another call from now on. */
  forget: () => void;
}

function createKeys(): IdempotencyKeys {
  let last: { content: string; id: string } | null = null;
  const getKey = (content: unknown): string => {
    const serialized = JSON.stringify(content);
    if (last?.content !== serialized) last = { content: serialized, id: crypto.randomUUID() };
    return last.id;
  };
  const forget = (): void => {
    last = null;
  };
  return Object.assign(getKey, { forget });
}

/**
 * Returns a key for the content to send, the same while the content is the same. A double click, or a retry after a
 * lost connection, then creates one item.
 */
export const useIdempotencyKey = (): IdempotencyKeys => useState(createKeys)[0];
