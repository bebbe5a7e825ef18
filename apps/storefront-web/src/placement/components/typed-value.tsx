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
  /** The word where another value counts than the one that was typed; null takes it back. */
  onNotice: (word: string | null) => void;
  describedBy: string | undefined;
}

/** A slider's value as a number to type. It counts as soon as it is within the bounds; what is not is set right when the box is left, with a word. */
export function TypedValue({ part, label, value, format, onType, onNotice, describedBy }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const { min, max, step } = PLACEMENT_BOUNDS[part];

  const finish = (): void => {
    if (typed === null) return;
    const { value: counted, word } = parseOnBlur(part, typed, value, format);
    setTyped(null);
    onType(counted);
    onNotice(word);
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
          const soFar = parseWhileTyping(part, text);
          if (soFar !== null) onType(soFar);
        }}
        onBlur={finish}
        onKeyDown={(event) => {
          if (event.key === 'Enter') finish();
          if (event.key === 'Escape') setTyped(null);
        }}
      />
      <span aria-hidden className="w-4 text-muted-foreground">
        {format(0).slice(1)}
      </span>
    </span>
  );
}
