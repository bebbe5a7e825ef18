import { StrictMode, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { createQueryClient } from './api/query-client.js';
import { ShopProviders } from './shop-providers.js';

/** Starts a remote by itself, without the shell, for those who build it. */
export function runAlone(App: ComponentType): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
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
