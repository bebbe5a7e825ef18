import { BRAND } from '@shop/contracts/common';
import type { LetterDocument } from '../letter-document.js';
import type { LetterProps } from '../letter-props.js';
import type { ShopLinks } from '../shop-links.js';
import { greetableName } from './person-name.rules.js';

export function artworkReady(
  { petName, styleKey, imageUrl }: LetterProps['artwork-ready'],
  shop: ShopLinks,
): LetterDocument {
  const pet = greetableName(petName);
  const designs = shop.to('/designs');
  const src = shop.picture(imageUrl, 1024);
  const style = styleKey.replaceAll('-', ' ');
  return {
    subject: pet ? `${pet}’s artwork is ready` : 'Your artwork is ready',
    preheader: 'It was finished while you were away.',
    heading: pet ? [{ words: pet }, '’s artwork is ready'] : 'Your artwork is ready',
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
