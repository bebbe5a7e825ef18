/** In Crockford's alphabet, which has no I, L, O and U. */
const NUMBER = /^(?:PA-?)?([0-9A-HJKMNP-TV-Z]{10})$/;

/** `pa-0123456789`, `0123456789` or `PA 0123456789` → `PA-0123456789`; null if the text is no order number. */
export function parseOrderNumber(text: string): string | null {
  const [, digits] = NUMBER.exec(text.toUpperCase().replaceAll(/\s/g, '')) ?? [];
  return digits ? `PA-${digits}` : null;
}
