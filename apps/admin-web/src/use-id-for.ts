import { useRef } from 'react';

/** An id for what is to be sent, the same as long as that is the same: a second press, or a try after a lost connection, makes one thing. */
export function useIdFor(): (content: unknown) => string {
  const last = useRef<{ content: string; id: string } | null>(null);
  return (content) => {
    const written = JSON.stringify(content);
    if (last.current?.content !== written) last.current = { content: written, id: crypto.randomUUID() };
    return last.current.id;
  };
}
