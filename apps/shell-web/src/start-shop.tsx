import { createQueryClient, ShopProviders } from '@shop/web-kit';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { Shop } from './shop.js';

export function startShop(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <ShopProviders queryClient={createQueryClient()}>
          <Shop />
        </ShopProviders>
      </BrowserRouter>
    </StrictMode>,
  );
}
