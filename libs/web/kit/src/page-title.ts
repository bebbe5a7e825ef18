import { BRAND } from '@shop/contracts-common';
import { useEffect } from 'react';

/** The path that the served `<head>` describes (ADR 14). */
const initialPath = location.pathname;
const PAGE_SPECIFIC_TAGS =
  '[rel=canonical],[name=description],[name=robots],[property^=og],[type="application/ld+json"]';

/**
 * Sets the tab's title: `Shopping Cart · PetArt`, or the brand alone for an empty title. On another page than the
 * served one, removes the tags that describe the served one.
 */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${BRAND}` : BRAND;
    if (location.pathname !== initialPath)
      for (const tag of document.head.querySelectorAll(PAGE_SPECIFIC_TAGS)) tag.remove();
  }, [title]);
}
