/** Replaces the first occurrence of a word, in any case; null removes it. */
export function replaceWord(text: string, word: string, replacement: string | null): string {
  // Words are at even places, what separates them at odd ones.
  const parts = text.split(/([^a-z]+)/i);
  const at = parts.findIndex((part) => part.toLowerCase() === word);
  if (at < 0) return text;
  if (replacement !== null) return parts.with(at, replacement).join('');
  // With what separates it from the word before, or else from the next.
  return parts.toSpliced(at === 0 ? 0 : at - 1, 2).join('');
}

export const addWord = (text: string, word: string): string =>
  text.trim() === '' ? word : `${text.trimEnd().replace(/[,.;]$/, '')}, ${word}`;
