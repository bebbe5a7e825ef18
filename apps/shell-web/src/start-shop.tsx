import { createQueryClient, ShopProviders } from '@shop/web-kit';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { areAllOfThisPage, remotePage } from './remotes/remotes.js';
import { Shop } from './shop.js';
import { isExpected } from './still-pages/waiting.js';

/** Takes over what stands in the page's HTML (ADR 23); without a server that fills it in, the page is drawn here. */
export function startShop(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root');
  const shop = (
    <StrictMode>
      <BrowserRouter>
        <ShopProviders queryClient={createQueryClient()}>
          <Shop storefront={remotePage('storefront')} />
        </ShopProviders>
      </BrowserRouter>
    </StrictMode>
  );
  if (root.childElementCount === 0) createRoot(root).render(shop);
  else hydrateRoot(root, shop, { onRecoverableError: tellMended });
}

/** React draws anew what it could not take over. From a build of its own that is a fault; a remote that was deployed meanwhile may well say something else. */
function tellMended(error: unknown): void {
  if (!isExpected(error) && areAllOfThisPage()) reportError(error);
}
