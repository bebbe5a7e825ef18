import { BRAND } from '@shop/contracts/common';
import type { LetterDocument } from '../letter-document.js';
import type { LetterProps } from '../letter-props.js';
import type { ShopLinks } from '../shop-links.js';
import { greetableName, oneLine } from './person-name.rules.js';

/** Repeats nothing of what was written: it goes to an address that nobody has confirmed, and must not carry anybody's message there. */
export const requestReceived = (_props: LetterProps['request-received'], shop: ShopLinks): LetterDocument => ({
  subject: 'We’ve received your message',
  preheader: 'Thank you for writing to us. A person reads it and answers.',
  heading: 'Thank you for writing to us',
  blocks: [
    { kind: 'text', content: 'Your message has arrived. A person reads it and answers by e-mail, to this address.' },
    {
      kind: 'text',
      content: 'If something has changed in the meantime, write to us again in the same way; we read both together.',
    },
    { kind: 'button', label: `Back to ${BRAND}`, href: shop.to('/') },
    {
      kind: 'note',
      content: 'You did not write to us? Then somebody mistyped an address, and you can forget this letter.',
    },
  ],
  reason: `You get this letter because somebody wrote to ${BRAND} and gave this address for the answer.`,
});

export function requestAnswered({ name, subject, question, answer }: LetterProps['request-answered']): LetterDocument {
  const writer = greetableName(name);
  return {
    subject: oneLine(`Re: ${subject}`),
    preheader: `${BRAND} has answered your message.`,
    heading: 'Our answer to you',
    blocks: [
      { kind: 'text', content: writer ? ['Hello ', { words: writer }, ','] : 'Hello,' },
      { kind: 'words', words: answer },
      { kind: 'quote', title: 'You wrote', words: question },
    ],
    reason: `You get this letter because you wrote to ${BRAND}.`,
  };
}
