import { getPageState } from '@shop/web-ui';
import { useSyncExternalStore } from 'react';

export type Theme = 'light' | 'dark';

/**
 * Spec, section 9. The inline script in tools/federation/first-paint/shell.html reads the same key before the first
 * paint.
 */
export const THEME_KEY = 'ui-theme';

const listeners = getPageState('theme', () => new Set<() => void>());

function readTheme(): Theme {
  try {
    return localStorage.getItem(THEME_KEY) === 'dark' ? 'dark' : 'light';
  } catch {
    return document.documentElement.classList.contains('dark') ? 'dark' : 'light';
  }
}

function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  root.classList.toggle('dark', theme === 'dark');
  // Phones paint their browser bar in this colour.
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', getComputedStyle(root).backgroundColor);
  for (const listener of listeners) listener();
}

/** Applies a choice made in another tab. */
function handleStorageEvent(event: StorageEvent): void {
  if (event.key === THEME_KEY || event.key === null) applyTheme(readTheme());
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', handleStorageEvent);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', handleStorageEvent);
  };
}

export const themeStore = {
  get: readTheme,
  set: (theme: Theme): void => {
    try {
      localStorage.setItem(THEME_KEY, theme);
    } catch {
      // The choice is not stored, but this page still switches.
    }
    applyTheme(theme);
  },
  subscribe,
};

export function useTheme(): { theme: Theme; setTheme: (theme: Theme) => void } {
  return { theme: useSyncExternalStore(subscribe, readTheme), setTheme: themeStore.set };
}
