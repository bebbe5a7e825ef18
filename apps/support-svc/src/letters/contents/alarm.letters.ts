import { BRAND } from '@shop/contracts/common';
import type { FoundDifferences } from '@shop/contracts/order';
import type { Block, Inline, LetterDocument } from '../letter-document.js';
import type { LetterProps } from '../letter-props.js';
import type { ShopLinks } from '../shop-links.js';

type Found = FoundDifferences['newest'][number];

/** Product titles stand in it, which people have written. */
function marked({ sentence, orderNumber }: Found): readonly Inline[] {
  const at = orderNumber === null ? -1 : sentence.indexOf(orderNumber);
  if (orderNumber === null || at === -1) return [{ words: sentence }];
  return [
    { words: sentence.slice(0, at) },
    { strong: orderNumber },
    { words: sentence.slice(at + orderNumber.length) },
  ];
}

export function differencesFound({ count, newest }: LetterProps['differences-found'], shop: ShopLinks): LetterDocument {
  const howMany = count === 1 ? '1 thing in the shop needs somebody' : `${count} things in the shop need somebody`;
  const more = count - newest.length;
  return {
    subject: howMany,
    preheader: newest.map(({ sentence }) => sentence)[0] ?? howMany,
    heading: howMany,
    blocks: [
      { kind: 'text', content: 'What the shop can try again by itself it goes on trying. Please have a look:' },
      ...newest.map((found): Block => ({ kind: 'text', content: marked(found) })),
      ...(more > 0 ? [{ kind: 'text' as const, content: `And ${more} more.` }] : []),
      { kind: 'button', label: 'Open the Money card', href: shop.to('/admin') },
      {
        kind: 'note',
        content:
          'The Money card on the dashboard shows what is still open, each with the button that helps where there is one, and with what a printer said in its own words. None of it is written about twice, unless the reason changes, or it was mended and comes back.',
      },
    ],
    reason: `You get this letter because the alarms of ${BRAND} go to this address.`,
  };
}
