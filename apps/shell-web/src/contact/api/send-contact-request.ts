import { FORM_OPEN_HEADER, FORM_WEBSITE_HEADER, type ContactRequest } from '@shop/contracts/support';
import { api } from '@shop/web-kit';
import * as z from 'zod/mini';

interface SpamSigns {
  fillsHoneypot: boolean;
  /** Milliseconds from the display of the empty form to its submission. */
  openForMs: number;
}

/** The response body is ignored. */
export const sendContactRequest = (
  { name, email, subject, message }: ContactRequest,
  { fillsHoneypot, openForMs }: SpamSigns,
): Promise<unknown> =>
  api.post('/api/contact', { name, email, subject, message }, z.unknown(), {
    headers: {
      [FORM_OPEN_HEADER]: String(openForMs),
      // The text itself could be any Unicode, which a header can't carry.
      ...(fillsHoneypot && { [FORM_WEBSITE_HEADER]: 'filled-in' }),
    },
  });
