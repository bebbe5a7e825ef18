import { BRAND } from '@shop/contracts-common';
import type { EmailDocument } from '../email-document.js';
import type { EmailProps } from '../email-props.js';
import type { ShopLinks } from '../shop-links.js';
import { toGreetingName, toOneLine } from './person-name.rules.js';

/** Repeats nothing of the request: the address is unconfirmed, so the form must not deliver messages to strangers. */
export const requestReceived = (_props: EmailProps['request-received'], shop: ShopLinks): EmailDocument => ({
  subject: 'We’ve received your message',
  preheader: 'Thank you for writing to us. A person reads it and answers.',
  heading: 'Thank you for writing to us',
  blocks: [
    { kind: 'text', content: 'Your message has arrived. A person reads it and answers by email, to this address.' },
    {
      kind: 'text',
      content: 'If something has changed in the meantime, write to us again in the same way; we read both together.',
    },
    { kind: 'button', label: `Back to ${BRAND}`, href: shop.getUrl('/') },
    {
      kind: 'note',
      content: 'You did not write to us? Then someone mistyped an address, and you can forget this email.',
    },
  ],
  reason: `You get this email because someone wrote to ${BRAND} and gave this address for the answer.`,
});

export function requestAnswered(
  { name, subject, question, answer }: EmailProps['request-answered'],
  { origin, takesReplies }: ShopLinks,
): EmailDocument {
  const writer = toGreetingName(name);
  return {
    subject: toOneLine(`Re: ${subject}`),
    preheader: `${BRAND} has answered your message.`,
    heading: 'Our answer to you',
    blocks: [
      { kind: 'text', content: writer ? ['Hello ', { userText: writer }, ','] : 'Hello,' },
      { kind: 'userText', userText: answer },
      { kind: 'quote', title: 'You wrote', userText: question },
      {
        kind: 'note',
        content: takesReplies
          ? 'Do you want to add something? Just reply to this email.'
          : `Do you want to add something? Write to us at ${origin} under Contact: a reply to this email reaches no one.`,
      },
    ],
    reason: `You get this email because you wrote to ${BRAND}.`,
  };
}
