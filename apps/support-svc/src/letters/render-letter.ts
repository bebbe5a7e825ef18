import { accountErased, passwordChanged, resetLink, welcome } from './contents/account.letters.js';
import { differencesFound } from './contents/alarm.letters.js';
import { artworkReady } from './contents/artwork.letters.js';
import {
  orderCancelled,
  orderChanged,
  orderConfirmed,
  orderDelivered,
  orderPrinting,
  orderRefunded,
  orderShipped,
  orderUnpaid,
} from './contents/order.letters.js';
import { oneLine } from './contents/person-name.rules.js';
import { requestAnswered, requestReceived } from './contents/request.letters.js';
import type { LetterDocument } from './letter-document.js';
import type { LetterName, LetterProps } from './letter-props.js';
import type { ShopLinks } from './shop-links.js';
import { letterHtml } from './template/letter-html.js';
import { letterText } from './template/letter-text.js';

export const LETTERS: { readonly [Name in LetterName]: (props: LetterProps[Name], shop: ShopLinks) => LetterDocument } =
  {
    welcome,
    'reset-link': resetLink,
    'password-changed': passwordChanged,
    'order-confirmed': orderConfirmed,
    'order-changed': orderChanged,
    'order-unpaid': orderUnpaid,
    'order-printing': orderPrinting,
    'order-shipped': orderShipped,
    'order-delivered': orderDelivered,
    'order-cancelled': orderCancelled,
    'order-refunded': orderRefunded,
    'artwork-ready': artworkReady,
    'request-received': requestReceived,
    'request-answered': requestAnswered,
    'account-erased': accountErased,
    'differences-found': differencesFound,
  };

export interface RenderedLetter {
  /** One line. */
  subject: string;
  html: string;
  text: string;
}

export function renderLetter<Name extends LetterName>(
  name: Name,
  props: LetterProps[Name],
  shop: ShopLinks,
): RenderedLetter {
  const document = LETTERS[name](props, shop);
  return {
    subject: oneLine(document.subject),
    html: letterHtml(document, shop.origin),
    text: letterText(document, shop.origin),
  };
}
