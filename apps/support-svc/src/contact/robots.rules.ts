/**
 * Two signs of a program, and no riddle for people. A field that no person sees is filled in: the sender is told that all went well, and nothing is
 * kept. The form was open for less than two seconds: refused with a sentence, since a person may be behind it after all; the form itself waits that
 * long before it sends, so that people never read it. A client without a form says neither, and is heard.
 */
import { DomainError } from '@shop/contracts/common';
import { OPEN_FOR_AT_LEAST_MS, type ContactRequest } from '@shop/contracts/support';

type Signs = Pick<ContactRequest, 'website' | 'openForMs'>;

export const fillsHiddenField = ({ website }: Signs): boolean => Boolean(website);

/** Throws 429, which says when to come again. */
export function assertUnhurried({ openForMs }: Signs): void {
  if (openForMs === undefined || openForMs >= OPEN_FOR_AT_LEAST_MS) return;
  const retryAfterSeconds = Math.ceil((OPEN_FOR_AT_LEAST_MS - openForMs) / 1000);
  throw new DomainError('CONTACT_HURRIED', 'too-many', 'That was very quick. Please wait a moment and send it again.', {
    retryAfterSeconds,
  });
}
