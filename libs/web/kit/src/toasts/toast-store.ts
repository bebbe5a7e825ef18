import { getPageState, getPageStore, usePageStore } from '@shop/web-ui';

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
const current = getPageStore<ToastEntry | null>('current-toast', null);
const ids = getPageState('toast-ids', () => ({ last: 0 }));

export function toast(content: ToastContent): void {
  current.set({ ...content, id: ++ids.last, open: true });
}

export function dismissToast(id: number): void {
  const entry = current.get();
  if (entry?.id === id) current.set({ ...entry, open: false });
}

/** Removes the toast at once, without animation. Tests call it between cases. */
export const clearToasts = (): void => current.set(null);

export const useToast = (): ToastEntry | null => usePageStore(current);
