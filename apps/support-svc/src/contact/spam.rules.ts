/**
 * Two signs of a bot. A bot fills in the form's hidden field: it gets a normal response, and nothing is stored. A bot submits within two
 * seconds: it gets an error, because the sender could be a person. The form itself waits that long, so people never see the error.
 * API clients without a form send neither header and are accepted.
 */
import { DomainError } from '@shop/contracts-common';
import { FORM_OPEN_MIN_MS } from '@shop/contracts-support';

export interface SpamSigns {
  fillsHiddenField: boolean;
  /** Undefined if the client did not say. */
  openForMs: number | undefined;
}

const MILLISECONDS = /^\d+$/;

/** Reads the headers. A value that is no number of milliseconds counts as absent. */
export const readSpamSigns = (website: string | undefined, openMs: string | undefined): SpamSigns => ({
  fillsHiddenField: Boolean(website),
  openForMs: openMs !== undefined && MILLISECONDS.test(openMs) ? Number(openMs) : undefined,
});

/** Throws 429 with `retryAfterSeconds`. */
export function assertOpenLongEnough({ openForMs }: Pick<SpamSigns, 'openForMs'>): void {
  if (openForMs === undefined || openForMs >= FORM_OPEN_MIN_MS) return;
  const retryAfterSeconds = Math.ceil((FORM_OPEN_MIN_MS - openForMs) / 1000);
  throw new DomainError('CONTACT_HURRIED', 'too-many', 'That was very quick. Please wait a moment and send it again.', {
    retryAfterSeconds,
  });
}
