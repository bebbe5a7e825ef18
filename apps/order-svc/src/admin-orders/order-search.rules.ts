/** With the letters of CROCKFORD in order.rules. */
const NUMBER = /^(?:PA-?)?([0-9A-HJKMNP-TV-Z]{10})$/;

/** `pa-0123456789`, `0123456789` or `PA 0123456789` → `PA-0123456789`; null if the words are no order number. */
export function toOrderNumber(words: string): string | null {
  const [, digits] = NUMBER.exec(words.toUpperCase().replaceAll(/\s/g, '')) ?? [];
  return digits ? `PA-${digits}` : null;
}

/** Carriers print their numbers in groups. The number as it is stored, in capitals and without spaces. */
export const toTrackingNumber = (words: string): string => words.toUpperCase().replaceAll(/\s/g, '');
