import { parseCents } from '@shop/contracts-common';

/** Sums may have more digits than an amount. */
export const toCents = (sum: string): number => {
  const digits = Number(sum.replace('.', ''));
  return Number.isSafeInteger(digits) && /^-?\d+\.\d{2}$/.test(sum) ? digits : parseCents(sum);
};

/** `14281.92` → `14,281.92` */
const groupDigits = (sum: string): string =>
  sum.replace(/^\d+/, (whole) => Number(whole).toLocaleString('en-US', { maximumFractionDigits: 0 }));

/** `-1412.50` → `−$1,412.50` */
export const formatAmount = (sum: string): string =>
  sum.startsWith('-') ? `−$${groupDigits(sum.slice(1))}` : `$${groupDigits(sum)}`;

const formatCentsAmount = (cents: number): string => formatAmount((Math.abs(cents) / 100).toFixed(2));

interface Unit {
  /** `orders`: none of them before. */
  name: string;
  isMoney: boolean;
}

/** ` (+20 %)`. Nothing where a percentage would say nothing: from below zero. */
function formatPercent(now: number, before: number): string {
  if (before < 0) return '';
  const percent = Math.round((Math.abs(now - before) / before) * 100);
  const sign = now > before ? '+' : '−';
  return percent === 0 ? ' (less than 1 %)' : ` (${sign}${percent} %)`;
}

/** How a figure differs from the one before, in words. Null: there was none. */
export function describeChange(now: number | null, before: number | null, { name, isMoney }: Unit): string {
  if (before === null || before === 0) return `No ${name} in the days before`;
  if (now === null) return `No ${name} now`;
  if (now === before) return 'The same as in the days before';
  const difference = isMoney ? formatCentsAmount(now - before) : String(Math.abs(now - before));
  const word = now > before ? 'more' : isMoney ? 'less' : 'fewer';
  return `${difference} ${word} than in the days before${formatPercent(now, before)}`;
}
