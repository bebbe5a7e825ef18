import type { PrintQuality } from '@shop/placement';
import { cn } from '@shop/web-ui';
import { QUALITY_TITLES } from '../print-texts.js';

const RANKS: readonly PrintQuality[] = ['poor', 'soft', 'good', 'very good', 'excellent'];
const COLORS: Record<PrintQuality, string> = {
  poor: 'bg-destructive',
  soft: 'bg-primary',
  good: 'bg-success',
  'very good': 'bg-success',
  excellent: 'bg-success',
};

/** The print quality as a word with bars. The number of bars shows it as well, so it does not depend on colour. */
export function QualityMeter({ quality, barsClassName }: { quality: PrintQuality; barsClassName?: string }) {
  const rank = RANKS.indexOf(quality);
  return (
    <span className="inline-flex items-center gap-2 font-semibold whitespace-nowrap">
      <span aria-hidden className={cn('inline-flex forced-color-adjust-none items-end gap-0.5', barsClassName)}>
        {RANKS.map((each, index) => (
          <span
            key={each}
            className={cn('w-1.5 rounded-full', index <= rank ? COLORS[quality] : 'bg-border-strong/40')}
            style={{ height: `${0.375 + index * 0.125}rem` }}
          />
        ))}
      </span>
      {QUALITY_TITLES[quality]}
    </span>
  );
}
