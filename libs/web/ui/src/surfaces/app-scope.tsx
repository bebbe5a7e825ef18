import { createContext, use, type ReactNode } from 'react';

const AppScopeContext = createContext<string | null>(null);

/** Where a remote's own style sheet holds: the remote's root, and whatever its components open above the page. */
export function AppScope({ name, children }: { name: string; children: ReactNode }) {
  return (
    <AppScopeContext value={name}>
      <div data-app={name}>{children}</div>
    </AppScopeContext>
  );
}

/** The attribute that carries the scope over into a portal. */
export function useAppScope(): { 'data-app'?: string } {
  const name = use(AppScopeContext);
  return name ? { 'data-app': name } : {};
}
