import { getPageState } from '@shop/web-ui';
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

interface PageState {
  current: ToastEntry | null;
  lastId: number;
  readonly listeners: Set<() => void>;
}

/** One toast at a time (spec, section 9): a new one replaces the last. */
const state = getPageState<PageState>('toast', () => ({ current: null, lastId: 0, listeners: new Set() }));

function setCurrent(next: ToastEntry | null): void {
  state.current = next;
  for (const listener of state.listeners) listener();
}

function subscribe(listener: () => void): () => void {
  state.listeners.add(listener);
  return () => state.listeners.delete(listener);
}

export function toast(content: ToastContent): void {
  setCurrent({ ...content, id: ++state.lastId, open: true });
}

export function dismissToast(id: number): void {
  if (state.current?.id === id) setCurrent({ ...state.current, open: false });
}

/** Removes the toast at once, without animation. Tests call it between cases. */
export function clearToasts(): void {
  setCurrent(null);
}

export function useToasts(): { toast: ToastEntry | null; dismiss: (id: number) => void } {
  return {
    toast: useSyncExternalStore(subscribe, () => state.current),
    dismiss: dismissToast,
  };
}
