/** `2.00` → `+$2.00`, `-1.50` → `−$1.50`; null for no change. */
export function formatPriceChange(modifier: string): string | null {
  if (/^-?0+\.00$/.test(modifier)) return null;
  return modifier.startsWith('-') ? `−$${modifier.slice(1)}` : `+$${modifier}`;
}
