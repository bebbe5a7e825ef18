import { PLACEMENT_BOUNDS } from '@shop/contracts/order';
import { Slider } from '@shop/web-ui';
import { useId, useState } from 'react';
import type { PlacementPart } from '../placement.js';
import type { PlacementStore } from '../placement-store.js';
import { usePlacementPart } from '../use-placement.js';
import { TypedValue } from './typed-value.js';

interface Props {
  part: PlacementPart;
  label: string;
  format: (value: number) => string;
  store: PlacementStore;
  /** Receives the notice for screen readers. */
  onNotice: (notice: string | null) => void;
}

/** One part of the placement, as a slider with a number field. */
export function PlacementSlider({ part, label, format, store, onNotice }: Props) {
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
