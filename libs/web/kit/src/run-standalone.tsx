import { StrictMode, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { createQueryClient } from './api/query-client.js';
import { ShopProviders } from './shop-providers.js';
import { guardAgainstTranslation } from './translation-guard.js';

/** Starts a remote without the shell, for development. */
export function runStandalone(App: ComponentType): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  guardAgainstTranslation();
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <ShopProviders queryClient={createQueryClient()}>
          <App />
        </ShopProviders>
      </BrowserRouter>
    </StrictMode>,
  );
}
