import { createQueryClient, guardAgainstTranslation, ShopProviders } from '@shop/web-kit';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { createRemoteLoader } from './remote-loader.js';
import { Shop } from './shop.js';

/** Replaces the skeleton in the page's HTML. */
export function startShop(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  guardAgainstTranslation();
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <ShopProviders queryClient={createQueryClient()}>
          <Shop storefront={createRemoteLoader('storefront')} />
        </ShopProviders>
      </BrowserRouter>
    </StrictMode>,
  );
}
