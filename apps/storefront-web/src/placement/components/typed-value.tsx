import { PLACEMENT_BOUNDS } from '@shop/contracts/order';
import { useState } from 'react';
import type { PlacementPart } from '../placement.js';
import { parseOnBlur, parseWhileTyping } from '../typed-number.js';

interface Props {
  part: PlacementPart;
  label: string;
  value: number;
  format: (value: number) => string;
  onType: (value: number) => void;
  /** Receives a notice if the applied value differs from the typed one; null clears it. */
  onNotice: (notice: string | null) => void;
  describedBy: string | undefined;
}

/**
 * A number field for a slider's value. A value within the bounds applies at once; others are corrected on blur, with a
 * notice.
 */
export function TypedValue({ part, label, value, format, onType, onNotice, describedBy }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const { min, max, step } = PLACEMENT_BOUNDS[part];

  const commit = (): void => {
    if (typed === null) return;
    const { value: finalValue, notice } = parseOnBlur(part, typed, value, format);
    setTyped(null);
    onType(finalValue);
    onNotice(notice);
  };

  return (
    <span className="inline-flex items-center gap-1">
      <input
        type="number"
        inputMode="decimal"
        min={min}
        max={max}
        step={step}
        aria-label={`${label}, as a number`}
        aria-describedby={describedBy}
        className="ui-control w-20 px-2 text-right tabular-nums"
        value={typed ?? value}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setTyped(text);
          onNotice(null);
          const parsed = parseWhileTyping(part, text);
          if (parsed !== null) onType(parsed);
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape') setTyped(null);
        }}
      />
      <span aria-hidden className="w-4 text-muted-foreground">
        {format(0).slice(1)}
      </span>
    </span>
  );
}
