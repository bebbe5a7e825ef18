import { useRef } from 'react';

/**
 * Returns a key for the content to send, the same while the content is the same. A double click, or a retry after a
 * lost connection, then creates one item.
 */
export function useIdempotencyKey(): (content: unknown) => string {
  const last = useRef<{ content: string; id: string } | null>(null);
  return (content) => {
    const serialized = JSON.stringify(content);
    if (last.current?.content !== serialized) last.current = { content: serialized, id: crypto.randomUUID() };
    return last.current.id;
  };
}
