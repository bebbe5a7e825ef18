import { CONTINUE_LINK } from '@shop/contracts-art';
import { BRAND } from '@shop/contracts-common';
import type { EmailDocument } from '../email-document.js';
import type { EmailProps } from '../email-props.js';
import type { ShopLinks } from '../shop-links.js';

export const continueDesign = ({ token }: EmailProps['continue-design'], shop: ShopLinks): EmailDocument => {
  const href = shop.getUrl('/continue', { token });
  return {
    subject: 'Continue with your artwork',
    preheader: `The link works once, for ${CONTINUE_LINK.validHours} hours.`,
    heading: 'Continue on this device',
    blocks: [
      {
        kind: 'text',
        content: [
          'Open your artwork here, and go on where you were. The link works ',
          { strong: 'once' },
          ', for ',
          { strong: `${CONTINUE_LINK.validHours} hours` },
          '.',
        ],
      },
      { kind: 'button', label: 'Open my artwork', href },
      { kind: 'note', content: `If the button does not work, copy this address into your browser: ${href}` },
      {
        kind: 'note',
        content:
          'The link opens this one artwork and its photo, nothing else. Please don’t pass it on: the first person who opens it gets them.',
      },
      {
        kind: 'note',
        content: 'You did not ask for it? Then another person entered your address, and nothing has to be done.',
      },
    ],
    reason: `You get this email because this address was entered at ${BRAND} to continue on another device. It is used for this email only.`,
  };
};
