import { DomainError, MESSAGES } from '@shop/contracts-common';
import {
  ORDER_BEING_PRINTED,
  ORDER_CANCELLED,
  ORDER_CODE_REQUIRED,
  ORDER_IN_OTHER_ACCOUNT,
  ORDER_ON_HOLD,
  QUESTION_CLOSED,
} from '@shop/contracts-order';

export const orderUnknown = (): DomainError => new DomainError('ORDER_UNKNOWN', 'not-found', MESSAGES.notFound);

export const orderCodeRequired = (): DomainError =>
  new DomainError(
    ORDER_CODE_REQUIRED,
    'forbidden',
    'The link in an email only shows the order. To change it, enter the code that we send to its email address.',
  );

export const orderWithoutEmail = (): DomainError =>
  new DomainError(
    'ORDER_WITHOUT_EMAIL',
    'conflict',
    'This order has no email address to send a code to. Please write to us under Contact.',
  );

export function codesTooMany(seconds: number): DomainError {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const wait =
    minutes < 120 ? `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}` : `${Math.ceil(minutes / 60)} hours`;
  return new DomainError(
    'ATTEMPTS_TOO_MANY',
    'too-many',
    `Many codes were sent for this order. Please try again in ${wait}, or write to us under Contact.`,
    { retryAfterSeconds: Math.max(1, seconds) },
  );
}

export const codeMissing = (): DomainError =>
  new DomainError('CODE_MISSING', 'impossible', 'There is no open code in this browser. Please have a new one sent.');

export const codeExpired = (): DomainError =>
  new DomainError('CODE_EXPIRED', 'impossible', 'This code has expired. Please have a new one sent.');

export const codeTriesUsedUp = (): DomainError =>
  new DomainError('CODE_TRIES_USED_UP', 'impossible', 'Those were too many wrong codes. Please have a new one sent.');

export const codeWrong = (triesLeft: number): DomainError =>
  new DomainError(
    'CODE_WRONG',
    'impossible',
    `This code is not right. You have ${triesLeft} ${triesLeft === 1 ? 'try' : 'tries'} left.`,
  );

export const orderBeingPrinted = (): DomainError =>
  new DomainError('ORDER_BEING_PRINTED', 'conflict', ORDER_BEING_PRINTED);

export const orderOnHold = (): DomainError => new DomainError('ORDER_ON_HOLD', 'conflict', ORDER_ON_HOLD);

export const questionClosed = (): DomainError => new DomainError('QUESTION_CLOSED', 'conflict', QUESTION_CLOSED);

export const alreadyAnswered = (answer: string): DomainError =>
  new DomainError('QUESTION_ANSWERED', 'conflict', `This question was already answered: “${answer}”`);

export const orderNotPaid = (): DomainError =>
  new DomainError(
    'ORDER_NOT_PAID',
    'conflict',
    'This order is not paid yet. Change it in your cart and at the checkout.',
  );

export const orderInOtherAccount = (): DomainError =>
  new DomainError('ORDER_IN_OTHER_ACCOUNT', 'conflict', ORDER_IN_OTHER_ACCOUNT);

export const orderCancelled = (): DomainError => new DomainError('ORDER_CANCELLED', 'conflict', ORDER_CANCELLED);

export const productNotSold = (): DomainError =>
  new DomainError(
    'PRODUCT_GONE',
    'conflict',
    'This product is no longer sold, so only its placement can still be changed.',
  );

export const choiceNotSold = (): DomainError =>
  new DomainError('CHOICE_NOT_SOLD', 'conflict', 'This choice is not available for the product.');

export const priceTooHigh = (): DomainError =>
  new DomainError(
    'CHOICE_TOO_EXPENSIVE',
    'conflict',
    'This choice costs more than you paid. Only what costs the same or less can be chosen now.',
  );
