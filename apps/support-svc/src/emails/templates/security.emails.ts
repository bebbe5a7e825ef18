import { BRAND } from '@shop/contracts-common';
import { ORDER_CODE } from '@shop/contracts-order';
import type { EmailDocument } from '../email-document.js';
import type { EmailProps } from '../email-props.js';
import type { ShopLinks } from '../shop-links.js';
import { ACCOUNT_REASON, dateTimeFormat, formatDateTime, getGreeting } from './account.emails.js';
import { REASON } from './order-email.blocks.js';

export const orderCode = ({ order, code }: EmailProps['order-code'], { origin }: ShopLinks): EmailDocument => ({
  subject: `Your code for order ${order.orderNumber}`,
  preheader: `It works once, and for ${ORDER_CODE.validMinutes} minutes.`,
  heading: ['Your code: ', code],
  blocks: [
    {
      kind: 'text',
      content: [
        'A code was requested on the page of your order ',
        { strong: order.orderNumber },
        ', to change it. If it was you, enter the code there. It works ',
        { strong: 'once' },
        ', for ',
        { strong: `${ORDER_CODE.validMinutes} minutes` },
        ', and only in the browser that asked for it.',
      ],
    },
    {
      kind: 'note',
      content: `It was not you? Then another person has the link from one of our emails. Without this code, that person can see your order, but can’t change it. Please don’t pass the code on: we never ask for it. Write to us at ${origin} under Contact, with the order number, and we end the link.`,
    },
  ],
  reason: REASON,
});

export const passwordGuesses = ({ firstName }: EmailProps['password-guesses'], shop: ShopLinks): EmailDocument => ({
  subject: 'Someone enters wrong passwords for your account',
  preheader: 'No one got in. Your account stays open for you.',
  heading: 'Someone enters wrong passwords for your account',
  blocks: [
    { kind: 'text', content: getGreeting(firstName) },
    {
      kind: 'text',
      content: [
        'Many wrong passwords were entered for your account at ',
        BRAND,
        '. ',
        { strong: 'None of them was right.' },
        ' Where they come from, further ones are refused for a while. You can sign in as always.',
      ],
    },
    {
      kind: 'text',
      content:
        'If it was you, choose a new password. If it was not, you have to do nothing, unless your password is short or you use it elsewhere too: then please choose another one now.',
    },
    { kind: 'button', label: 'Choose a new password', href: shop.getUrl('/forgot-password') },
    { kind: 'note', content: 'While this goes on, we don’t send you another email about it within a week.' },
  ],
  reason: ACCOUNT_REASON,
});

export const signedOut = ({ firstName, at }: EmailProps['signed-out'], shop: ShopLinks): EmailDocument => ({
  subject: 'You were signed out everywhere',
  preheader: 'The shop has ended all sessions of your account. Your password stays.',
  heading: 'You were signed out everywhere',
  blocks: [
    { kind: 'text', content: getGreeting(firstName) },
    {
      kind: 'text',
      content: [
        'On ',
        { strong: formatDateTime(at) },
        ` ${BRAND} ended all sessions of your account, on every device. We do this when someone asks for it, for example after the loss of a phone, or when we think that another person may be using an account.`,
      ],
    },
    {
      kind: 'text',
      content:
        'Your password stays, and so do your designs and orders: you can sign in again at once. If another person may know your password, please choose a new one first.',
    },
    { kind: 'button', label: 'Choose a new password', href: shop.getUrl('/forgot-password') },
    {
      kind: 'note',
      content: `You did not ask for it, and want to know why? Write to us at ${shop.origin} under Contact.`,
    },
  ],
  reason: ACCOUNT_REASON,
});

interface SecondFactorChange {
  subject: string;
  /** What follows "On <time>, ". */
  text: string;
}

const describeChange = ({ change, recoveryCodesLeft }: EmailProps['second-factor']): SecondFactorChange => {
  switch (change) {
    case 'turned-on':
      return {
        subject: 'Two-step sign-in is on',
        text: 'two-step sign-in was turned on for your account: besides the password, signing in to the admin area takes a code of your authenticator app. All other devices were signed out.',
      };
    case 'turned-off':
      return {
        subject: 'Two-step sign-in is off',
        text: 'two-step sign-in was turned off for your account: your password alone opens the admin area. All other devices were signed out.',
      };
    case 'reset':
      return {
        subject: 'Two-step sign-in was reset',
        text: 'an operator of the shop took two-step sign-in off your account, and signed you out on every device. Please set it up again.',
      };
    case 'recovery-code-used':
      return {
        subject: 'A recovery code was used',
        text: `one of your recovery codes was used in place of your authenticator app. ${recoveryCodesLeft === 1 ? '1 code is' : `${recoveryCodesLeft} codes are`} left.`,
      };
    case 'recovery-codes-renewed':
      return {
        subject: 'You have new recovery codes',
        text: 'new recovery codes were made for your account. Those you had before no longer work.',
      };
  }
};

export const secondFactor = (props: EmailProps['second-factor'], shop: ShopLinks): EmailDocument => {
  const { subject, text } = describeChange(props);
  return {
    subject,
    preheader: 'If that was you, all is well. If not, please act now.',
    heading: subject,
    blocks: [
      { kind: 'text', content: getGreeting(props.firstName) },
      {
        kind: 'text',
        content: ['On ', { strong: `${dateTimeFormat.format(new Date(props.at))} UTC` }, `, ${text}`],
      },
      {
        kind: 'text',
        content:
          'If that was you, nothing has to be done. If it was not, someone knows your password: choose a new one now, which signs everybody else out, and tell the operator of the shop.',
      },
      { kind: 'button', label: 'It was not me', href: shop.getUrl('/forgot-password') },
    ],
    reason: ACCOUNT_REASON,
  };
};

export const accountExists = ({ firstName }: EmailProps['account-exists'], shop: ShopLinks): EmailDocument => ({
  subject: `You already have a ${BRAND} account`,
  preheader: 'Your address was entered for a new account. Nothing has changed.',
  heading: `You already have a ${BRAND} account`,
  blocks: [
    { kind: 'text', content: getGreeting(firstName) },
    {
      kind: 'text',
      content:
        'Your email address was entered in the form for new accounts. You have an account already, so no second one was made, and nothing has changed.',
    },
    {
      kind: 'text',
      content:
        'If it was you, sign in, or choose a new password if you have forgotten yours. If it was not, you have to do nothing.',
    },
    { kind: 'button', label: 'Sign in', href: shop.getUrl('/auth') },
    { kind: 'note', content: `Forgot your password? Choose a new one here: ${shop.getUrl('/forgot-password')}` },
    { kind: 'note', content: 'If it is entered again today, we don’t send you another email.' },
  ],
  reason: ACCOUNT_REASON,
});
