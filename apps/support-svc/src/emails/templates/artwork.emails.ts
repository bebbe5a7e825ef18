import { BRAND } from '@shop/contracts/common';
import type { EmailDocument } from '../email-document.js';
import type { EmailProps } from '../email-props.js';
import type { ShopLinks } from '../shop-links.js';
import { toGreetingName } from './person-name.rules.js';

export function artworkReady(
  { petName, styleKey, imageUrl }: EmailProps['artwork-ready'],
  shop: ShopLinks,
): EmailDocument {
  const pet = toGreetingName(petName);
  const designs = shop.getUrl('/designs');
  const src = shop.getImageUrl(imageUrl, 1024);
  const style = styleKey.replaceAll('-', ' ');
  return {
    subject: pet ? `${pet}’s artwork is ready` : 'Your artwork is ready',
    preheader: 'It was finished while you were away.',
    heading: pet ? [{ userText: pet }, '’s artwork is ready'] : 'Your artwork is ready',
    blocks: [
      {
        kind: 'text',
        content: `It was finished while you were away: a picture in the style “${style}”, kept in My Designs.`,
      },
      ...(src
        ? [{ kind: 'picture' as const, src, alt: pet ? `${pet}, ${style}` : `Your artwork, ${style}`, href: designs }]
        : []),
      { kind: 'button', label: 'See it on a product', href: designs },
    ],
    reason: `You get this letter because you had an artwork drawn at ${BRAND} and had left before it was done.`,
  };
}
