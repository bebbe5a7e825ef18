import { BRAND } from '@shop/contracts/common';
import { useEffect } from 'react';

/** Names the page in the tab: `Shopping Cart · PetArt`. An empty title leaves the brand alone. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${BRAND}` : BRAND;
  }, [title]);
}
