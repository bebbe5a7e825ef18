const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text and for quoted attributes alike. Control characters, which no mail program shows, are left out. */
export function escapeHtml(words: string): string {
  return words.replace(/[^\P{Cc}\n\t]/gu, '').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
