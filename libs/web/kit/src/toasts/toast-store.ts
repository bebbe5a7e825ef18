import { useSyncExternalStore } from 'react';

export interface ToastContent {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
}

export interface ToastEntry extends ToastContent {
  id: number;
  /** False during the closing animation. */
  open: boolean;
}

/** One toast at a time (spec, section 9): a new one replaces the last. */
let current: ToastEntry | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function setCurrent(next: ToastEntry | null): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function toast(content: ToastContent): void {
  setCurrent({ ...content, id: ++lastId, open: true });
}

export function dismissToast(id: number): void {
  if (current?.id === id) setCurrent({ ...current, open: false });
}

/** Removes the toast at once, without animation. Tests call it between cases. */
export function clearToasts(): void {
  setCurrent(null);
}

export function useToasts(): { toast: ToastEntry | null; dismiss: (id: number) => void } {
  return {
    toast: useSyncExternalStore(subscribe, () => current),
    dismiss: dismissToast,
  };
}
