import { BRAND } from '@shop/contracts-common';
import { CONFIRMATION_LINK } from '@shop/contracts-identity';
import type { Content, EmailDocument } from '../email-document.js';
import type { EmailProps } from '../email-props.js';
import type { ShopLinks } from '../shop-links.js';
import { toGreetingName } from './person-name.rules.js';

export const ACCOUNT_REASON = `You get this email because there is a ${BRAND} account for this address.`;

export const getGreeting = (firstName: string | null): Content => {
  const name = toGreetingName(firstName);
  return name ? ['Hello ', { userText: name }, ','] : 'Hello,';
};

const getWelcomeHeading = (firstName: string | null): Content => {
  const name = toGreetingName(firstName);
  return name ? ['Welcome, ', { userText: name }, '!'] : 'Welcome!';
};

const toConfirmationUrl = (shop: ShopLinks, token: string): string => shop.getUrl('/confirm-email', { token });

export const welcome = ({ firstName, token }: EmailProps['welcome'], shop: ShopLinks): EmailDocument => {
  const href = toConfirmationUrl(shop, token);
  return {
    subject: `Welcome to ${BRAND}`,
    preheader: 'Your account is ready. Please confirm your email address.',
    heading: getWelcomeHeading(firstName),
    blocks: [
      {
        kind: 'text',
        content:
          'Your account is ready. From now on your photos, your designs and your orders are kept in one place, on every device you sign in with.',
      },
      {
        kind: 'text',
        content: [
          'Please confirm that this is your address, so that we know our emails about your account reach you. You can shop before you do. The link is valid for ',
          { strong: `${CONFIRMATION_LINK.validDays} days` },
          '.',
        ],
      },
      { kind: 'button', label: 'Confirm my email address', href },
      { kind: 'note', content: `If the button does not work, copy this address into your browser: ${href}` },
      {
        kind: 'text',
        content: `Then upload a photo of your pet, choose one of four styles, and see the artwork on a t-shirt, a hoodie, a phone case or a pet tag: ${shop.getUrl('/create')}`,
      },
      {
        kind: 'note',
        content:
          'You did not make this account? Then another person entered your address. Please don’t confirm it. You have to do nothing: your address alone buys nothing.',
      },
    ],
    reason: `You get this email because a ${BRAND} account was made with this address.`,
  };
};

export const resetLink = ({ firstName, token }: EmailProps['reset-link'], shop: ShopLinks): EmailDocument => {
  const href = shop.getUrl('/reset-password', { token });
  return {
    subject: 'Choose a new password',
    preheader: 'The link works once, and for one hour.',
    heading: 'Choose a new password',
    blocks: [
      { kind: 'text', content: getGreeting(firstName) },
      {
        kind: 'text',
        content: [
          'A new password was requested for this account. If it was you, choose one with this link. It works ',
          { strong: 'once' },
          ', and for ',
          { strong: 'one hour' },
          '.',
        ],
      },
      { kind: 'button', label: 'Choose a new password', href },
      { kind: 'note', content: `If the button does not work, copy this address into your browser: ${href}` },
      {
        kind: 'note',
        content:
          'It was not you? Then nothing has to be done: your password stays as it is, and only this email holds the link. Please don’t pass it on.',
      },
    ],
    reason: ACCOUNT_REASON,
  };
};

export const confirmEmail = ({ firstName, token }: EmailProps['confirm-email'], shop: ShopLinks): EmailDocument => {
  const href = toConfirmationUrl(shop, token);
  return {
    subject: 'Confirm your email address',
    preheader: `The link is valid for ${CONFIRMATION_LINK.validDays} days.`,
    heading: 'Confirm your email address',
    blocks: [
      { kind: 'text', content: getGreeting(firstName) },
      {
        kind: 'text',
        content: [
          `Please confirm that this is your address, so that we know our emails about your account reach you. You can shop before you do. The link is valid for `,
          { strong: `${CONFIRMATION_LINK.validDays} days` },
          '.',
        ],
      },
      { kind: 'button', label: 'Confirm my email address', href },
      { kind: 'note', content: `If the button does not work, copy this address into your browser: ${href}` },
      {
        kind: 'note',
        content: `You have no account at ${BRAND}? Then another person entered your address. Please don’t confirm it. You have to do nothing.`,
      },
    ],
    reason: ACCOUNT_REASON,
  };
};

export const dateTimeFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

export const formatDateTime = (at: string): string => `${dateTimeFormat.format(new Date(at))} UTC`;

export const passwordChanged = (
  { firstName, at, by }: EmailProps['password-changed'],
  shop: ShopLinks,
): EmailDocument => ({
  subject: 'Your password was changed',
  preheader: 'If that was you, all is well. If not, please act now.',
  heading: 'Your password was changed',
  blocks: [
    { kind: 'text', content: getGreeting(firstName) },
    {
      kind: 'text',
      content: [
        'The password of your account was changed on ',
        { strong: formatDateTime(at) },
        by === 'owner'
          ? '. All other devices were signed out.'
          : ', with a link we had sent to this address. All devices were signed out.',
      ],
    },
    {
      kind: 'text',
      content:
        'If that was you, nothing has to be done. If it was not, please choose a new password now; that signs everybody else out.',
    },
    { kind: 'button', label: 'It was not me', href: shop.getUrl('/forgot-password') },
  ],
  reason: ACCOUNT_REASON,
});

export const accountErased = ({ firstName }: EmailProps['account-erased']): EmailDocument => ({
  subject: 'Your account was deleted',
  preheader: 'Your data is gone, as you asked. this is our last email.',
  heading: 'Your account was deleted',
  blocks: [
    { kind: 'text', content: getGreeting(firstName) },
    {
      kind: 'text',
      content:
        'As you asked, we have deleted your account and everything that belonged to it: your photos, your designs, your cart and your messages to us.',
    },
    {
      kind: 'text',
      content:
        'The law has us keep the bare figures of orders for the books. Your name, your email address and your street are no longer in them.',
    },
    {
      kind: 'note',
      content: 'With this email we have forgotten your address as well. It was good to have you and your pet here.',
    },
  ],
  reason: `You get this email because the ${BRAND} account of this address was deleted. It is the last one.`,
});

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
    reason: `You get this email because you had an artwork drawn at ${BRAND} and had left before it was done.`,
  };
}
