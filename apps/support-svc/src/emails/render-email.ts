import {
  accountErased,
  confirmEmail,
  passwordChanged,
  resetLink,
  welcome,
  artworkReady,
} from './templates/account.emails.js';
import { continueDesign } from './templates/continue.emails.js';
import { askedOrderChanged, orderQuestion, questionAnswered } from './templates/question.emails.js';
import { discrepanciesFound, drawingBudgetSpent } from './templates/alert.emails.js';
import {
  orderCancelled,
  orderChanged,
  orderDelivered,
  orderOutOfStock,
  orderPrinting,
  orderRefunded,
  orderShipped,
  orderUnpaid,
} from './templates/order.emails.js';
import { ownerNews } from './templates/owner.emails.js';
import { adminRights, adminSignIn } from './templates/admin.emails.js';
import { orderReprint, problemAnswered } from './templates/reprint.emails.js';
import { orderParcel, orderReturned } from './templates/parcel.emails.js';
import { orderConfirmed } from './templates/confirmation.emails.js';
import { toOneLine } from './templates/person-name.rules.js';
import { orderReview } from './templates/review.emails.js';
import { requestAnswered, requestReceived } from './templates/contact.emails.js';
import { accountExists, orderCode, passwordGuesses, secondFactor, signedOut } from './templates/security.emails.js';
import type { EmailDocument } from './email-document.js';
import type { EmailTemplate, EmailProps } from './email-props.js';
import type { ShopLinks } from './shop-links.js';
import { renderHtml, renderText } from './layout/email-layout.js';

export const EMAIL_TEMPLATES: {
  readonly [Name in EmailTemplate]: (props: EmailProps[Name], shop: ShopLinks) => EmailDocument;
} = {
  welcome,
  'reset-link': resetLink,
  'confirm-email': confirmEmail,
  'password-changed': passwordChanged,
  'password-guesses': passwordGuesses,
  'second-factor': secondFactor,
  'signed-out': signedOut,
  'account-exists': accountExists,
  'admin-sign-in': adminSignIn,
  'admin-rights': adminRights,
  'order-confirmed': orderConfirmed,
  'order-changed': orderChanged,
  'order-unpaid': orderUnpaid,
  'order-out-of-stock': orderOutOfStock,
  'order-code': orderCode,
  'order-review': orderReview,
  'order-question': orderQuestion,
  'question-answered': questionAnswered,
  'order-reprint': orderReprint,
  'problem-answered': problemAnswered,
  'asked-order-changed': askedOrderChanged,
  'order-printing': orderPrinting,
  'order-shipped': orderShipped,
  'order-parcel': orderParcel,
  'order-returned': orderReturned,
  'order-delivered': orderDelivered,
  'order-cancelled': orderCancelled,
  'order-refunded': orderRefunded,
  'artwork-ready': artworkReady,
  'continue-design': continueDesign,
  'request-received': requestReceived,
  'request-answered': requestAnswered,
  'account-erased': accountErased,
  'discrepancies-found': discrepanciesFound,
  'drawing-budget': drawingBudgetSpent,
  'owner-news': ownerNews,
};

export interface RenderedEmail {
  /** One line. */
  subject: string;
  html: string;
  text: string;
}

export function renderEmail<Name extends EmailTemplate>(
  template: Name,
  props: EmailProps[Name],
  shop: ShopLinks,
): RenderedEmail {
  const document = EMAIL_TEMPLATES[template](props, shop);
  return {
    subject: toOneLine(document.subject),
    html: renderHtml(document, shop),
    text: renderText(document, shop),
  };
}
