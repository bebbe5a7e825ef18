/**
 * Two signs of a bot. A bot fills in the hidden field `website`: it gets a normal response, and nothing is stored. A bot submits within two
 * seconds: it gets an error, because the sender could be a person. The form itself waits that long, so people never see the error.
 * API clients without a form send neither field and are accepted.
 */
import { DomainError } from '@shop/contracts/common';
import { FORM_OPEN_MIN_MS, type ContactRequest } from '@shop/contracts/support';

type SpamSigns = Pick<ContactRequest, 'website' | 'openForMs'>;

export const fillsHiddenField = ({ website }: SpamSigns): boolean => Boolean(website);

/** Throws 429 with `retryAfterSeconds`. */
export function assertOpenLongEnough({ openForMs }: SpamSigns): void {
  if (openForMs === undefined || openForMs >= FORM_OPEN_MIN_MS) return;
  const retryAfterSeconds = Math.ceil((FORM_OPEN_MIN_MS - openForMs) / 1000);
  throw new DomainError('CONTACT_HURRIED', 'too-many', 'That was very quick. Please wait a moment and send it again.', {
    retryAfterSeconds,
  });
}
