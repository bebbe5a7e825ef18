import * as z from 'zod/mini';
import { parseUrl } from '@shop/contracts-common';

const MESSAGE = 'Invalid email address';
/** RFC 5321 limits a path to 256 characters, including its angle brackets. */
const MAX_LENGTH = 254;

/**
 * The rule of `<input type="email">` (WHATWG HTML, "valid email address"), with a top-level domain: mail to a host without a dot
 * or to an IP address can't be delivered.
 */
const PATTERN = /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i;

/** The characters of an international domain, with the dots of UTS 46. Anything else could mean a port or a path to `URL`. */
const INTERNATIONAL_DOMAIN = /^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u;

/** Browsers send an international domain as punycode; other clients may not. A text that is no address is returned unchanged. */
function toAsciiAddress(text: string): string {
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  const url = at !== -1 && INTERNATIONAL_DOMAIN.test(domain) && parseUrl(`http://${domain}`);
  return url ? text.slice(0, at + 1) + url.hostname : text;
}

/** Only of ASCII letters: the Kelvin sign would become a k, and the address another person's. */
const toLowerCase = (text: string): string => text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());

/** Trimmed, in lower case, the domain as punycode: equal addresses are equal texts. */
export const emailSchema = z.pipe(
  z
    .string(MESSAGE)
    .check(z.trim(), z.overwrite(toAsciiAddress), z.overwrite(toLowerCase), z.maxLength(MAX_LENGTH, MESSAGE)),
  z.email({ pattern: PATTERN, error: MESSAGE }),
);

/** For links in pages. An address may contain `?` and `&`, which would add recipients. */
export const toMailtoLink = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
