import { REVIEW_LINK_DAYS } from '@shop/contracts-order';
import type { EmailDocument } from '../email-document.js';
import type { EmailProps } from '../email-props.js';
import type { ShopLinks } from '../shop-links.js';
import { getGreeting } from './account.emails.js';
import { getContactNote, REASON } from './order-email.blocks.js';

const nameProducts = (titles: readonly string[]): string =>
  new Intl.ListFormat('en-US').format(titles.length > 3 ? [...titles.slice(0, 2), 'what came with it'] : titles);

/** The key is in the fragment, which browsers send to no server. */
export const orderReview = (
  { order, firstName, products, key }: EmailProps['order-review'],
  shop: ShopLinks,
): EmailDocument => {
  const href = `${shop.getUrl('/review')}#${key}`;
  return {
    subject: 'How do you like what you ordered?',
    preheader: 'A few words help others to choose. This is the only time we ask.',
    heading: 'How do you like it?',
    blocks: [
      { kind: 'text', content: getGreeting(firstName) },
      {
        kind: 'text',
        content: [
          'You ordered ',
          { userText: nameProducts(products) },
          ' (order ',
          { strong: order.orderNumber },
          '). Would you tell others how you like it? Stars are enough; words and a photo are welcome.',
        ],
      },
      { kind: 'button', label: 'Write a review', href },
      {
        kind: 'note',
        content: `We read each review before others see it, good or bad, and change no word. The link is valid for ${REVIEW_LINK_DAYS} days and opens nothing else. We don’t ask again.`,
      },
      getContactNote('Something is wrong with it, or it has not arrived?', shop),
    ],
    reason: REASON,
  };
};
