/** Null for a text that is no absolute URL. `URL.canParse` and `URL.parse` are newer than the oldest supported browsers. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
