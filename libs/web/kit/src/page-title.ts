import { BRAND } from '@shop/contracts/common';
import { useEffect } from 'react';

/** The page that the document's head tells of (ADR 14). */
const initialPath = location.pathname;
const PAGE_SPECIFIC_TAGS = '[rel=canonical],[name=description],[name=robots],[property^=og]';

/** Names the page in the tab: `Shopping Cart · PetArt`. An empty title leaves the brand alone. What the head says of another page is taken out. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${BRAND}` : BRAND;
    if (location.pathname !== initialPath) for (const tag of document.head.querySelectorAll(PAGE_SPECIFIC_TAGS)) tag.remove();
  }, [title]);
}
