import type { PrintVerdict } from '@shop/placement';
import { cn } from '@shop/web-ui';
import { QUALITY_TITLES } from '../print-texts.js';

const RANKS: readonly PrintVerdict[] = ['poor', 'soft', 'good', 'very good', 'excellent'];
const GROUNDS: Record<PrintVerdict, string> = {
  poor: 'bg-destructive',
  soft: 'bg-primary',
  good: 'bg-success',
  'very good': 'bg-success',
  excellent: 'bg-success',
};

/** The verdict as a word; bars beside it for the quick eye, and their number, not only their colour, tells it. */
export function QualityMeter({ verdict, barsClassName }: { verdict: PrintVerdict; barsClassName?: string }) {
  const rank = RANKS.indexOf(verdict);
  return (
    <span className="inline-flex items-center gap-2 font-semibold whitespace-nowrap">
      <span aria-hidden className={cn('inline-flex items-end gap-0.5', barsClassName)}>
        {RANKS.map((each, index) => (
          <span
            key={each}
            className={cn('w-1.5 rounded-full', index <= rank ? GROUNDS[verdict] : 'bg-border-strong/40')}
            style={{ height: `${0.375 + index * 0.125}rem` }}
          />
        ))}
      </span>
      {QUALITY_TITLES[verdict]}
    </span>
  );
}
