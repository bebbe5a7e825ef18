import { useRef } from 'react';

/** An id for what is to be sent, the same as long as that is the same: a second press, or a try after a lost connection, makes one thing. */
export function useIdempotencyKey(): (content: unknown) => string {
  const last = useRef<{ content: string; id: string } | null>(null);
  return (content) => {
    const serialized = JSON.stringify(content);
    if (last.current?.content !== serialized) last.current = { content: serialized, id: crypto.randomUUID() };
    return last.current.id;
  };
}
