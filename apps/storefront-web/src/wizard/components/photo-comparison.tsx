import { Picture } from '@shop/web-ui';
import { ChevronsLeftRight } from 'lucide-react';
import { useState } from 'react';

interface Props {
  photoUrl: string;
  /** The customer has begun to compare. */
  onCompare: () => void;
}

/**
 * Covers the artwork with the photo from the left, up to the slider. A native range input supports keyboard and touch. It
 * starts with the whole artwork.
 */
export function PhotoComparison({ photoUrl, onCompare }: Props) {
  const [percent, setPercent] = useState(0);
  return (
    <div className="absolute inset-0 overflow-hidden rounded-card has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-ring">
      {percent > 0 && (
        <div aria-hidden className="absolute inset-0 bg-muted" style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}>
          <Picture src={photoUrl} alt="" sizes="36rem" loading="eager" className="size-full object-cover" />
        </div>
      )}
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 w-1 -translate-x-1/2 bg-white shadow-card"
        style={{ left: `${percent}%` }}
      />
      <span
        aria-hidden
        className="pointer-events-none absolute top-1/2 grid size-11 -translate-1/2 place-items-center rounded-full border-2 border-border-strong bg-card text-card-foreground shadow-float"
        // At the edges the whole handle stays visible.
        style={{ left: `clamp(1.75rem, ${percent}%, 100% - 1.75rem)` }}
      >
        <ChevronsLeftRight className="size-5" />
      </span>
      <input
        type="range"
        min={0}
        max={100}
        value={percent}
        aria-label="Compare with your photo"
        aria-valuetext={`${percent}% photo, ${100 - percent}% artwork`}
        className="absolute inset-0 m-0 size-full cursor-ew-resize opacity-0"
        onChange={(event) => {
          setPercent(event.currentTarget.valueAsNumber);
          onCompare();
        }}
      />
    </div>
  );
}
