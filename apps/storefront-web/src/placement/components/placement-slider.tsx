import { PLACEMENT_BOUNDS } from '@shop/contracts-order';
import { Slider } from '@shop/web-ui';
import { useId, useState } from 'react';
import { type PlacementStore, usePlacementPart } from '../placement-store.js';
import { clampPart, type PlacementPart } from '../placement.js';

/** Accepts `47.5 %` and `47,5`. */
function parseNumber(text: string): number | null {
  const digits = text.trim().replace(/[%°]$/, '').trimEnd().replace(',', '.');
  const typed = Number(digits);
  return digits !== '' && Number.isFinite(typed) ? typed : null;
}

/** The value that can be applied while it is typed; null while it is incomplete or out of bounds. */
export function parseWhileTyping(part: PlacementPart, text: string): number | null {
  const typed = parseNumber(text);
  const { min, max } = PLACEMENT_BOUNDS[part];
  return typed !== null && typed >= min && typed <= max ? clampPart(part, typed) : null;
}

/** The final value when the field loses the focus, with a notice if it differs from what was typed. */
export function parseOnBlur(
  part: PlacementPart,
  text: string,
  current: number,
  format: (value: number) => string,
): { value: number; notice: string | null } {
  const typed = parseNumber(text);
  if (typed === null) return { value: current, notice: `That is no number, so it stays at ${format(current)}.` };
  const { min, max } = PLACEMENT_BOUNDS[part];
  const value = clampPart(part, typed);
  if (typed > max) return { value, notice: `${format(max)} is the most.` };
  if (typed < min) return { value, notice: `${format(min)} is the least.` };
  return { value, notice: null };
}

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
function TypedValue({ part, label, value, format, onType, onNotice, describedBy }: Props) {
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

interface PlacementSliderProps {
  part: PlacementPart;
  label: string;
  format: (value: number) => string;
  store: PlacementStore;
  /** Receives the notice for screen readers. */
  onNotice: (notice: string | null) => void;
}

/** One part of the placement, as a slider with a number field. */
export function PlacementSlider({ part, label, format, store, onNotice }: PlacementSliderProps) {
  const value = usePlacementPart(store, part);
  // The notice belongs to one value and disappears with it.
  const [lastNotice, setLastNotice] = useState<{ text: string | null; value: number } | null>(null);
  const notice = lastNotice?.value === value ? lastNotice.text : null;
  const noticeId = useId();
  const { min, max, step } = PLACEMENT_BOUNDS[part];

  const showNotice = (text: string | null): void => {
    setLastNotice({ text, value: store.get()[part] });
    onNotice(text);
  };
  const move = (next: number): void => store.move({ [part]: next });
  const handleSlide = (next: number): void => {
    showNotice(null);
    move(next);
  };

  return (
    <div>
      <Slider
        label={label}
        value={value}
        min={min}
        max={max}
        step={step}
        format={format}
        onChange={handleSlide}
        valueInput={
          <TypedValue
            part={part}
            label={label}
            value={value}
            format={format}
            onType={move}
            onNotice={showNotice}
            describedBy={notice ? noticeId : undefined}
          />
        }
      />
      {notice && (
        <p id={noticeId} className="text-sm font-semibold text-primary-text">
          {notice}
        </p>
      )}
    </div>
  );
}
