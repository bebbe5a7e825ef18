import { createContext, use, type ReactNode } from 'react';

const AppScopeContext = createContext<string | null>(null);

/** The scope of a remote's own style sheet: the remote's root and the portals of its components. */
export function AppScope({ name, children }: { name: string; children: ReactNode }) {
  return (
    <AppScopeContext value={name}>
      <div data-app={name}>{children}</div>
    </AppScopeContext>
  );
}

/** The attribute that applies the scope inside a portal. */
export function useAppScope(): { 'data-app'?: string } {
  const name = use(AppScopeContext);
  return name ? { 'data-app': name } : {};
}
