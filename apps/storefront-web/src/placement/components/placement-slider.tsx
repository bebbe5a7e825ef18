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
  /** To be said aloud, too. */
  onNotice: (word: string | null) => void;
}

/** One part of the placement, to be slid or typed. */
export function PlacementSlider({ part, label, format, store, onNotice }: Props) {
  const value = usePlacementPart(store, part);
  // Said about one value; gone with it.
  const [said, setSaid] = useState<{ word: string | null; of: number } | null>(null);
  const word = said?.of === value ? said.word : null;
  const noticeId = useId();
  const { min, max, step } = PLACEMENT_BOUNDS[part];

  const say = (next: string | null): void => {
    setSaid({ word: next, of: store.get()[part] });
    onNotice(next);
  };
  const move = (next: number): void => store.move({ [part]: next });
  const slide = (next: number): void => {
    say(null);
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
        onChange={slide}
        entry={
          <TypedValue
            part={part}
            label={label}
            value={value}
            format={format}
            onType={move}
            onNotice={say}
            describedBy={word ? noticeId : undefined}
          />
        }
      />
      {word && (
        <p id={noticeId} className="text-sm font-semibold text-primary-text">
          {word}
        </p>
      )}
    </div>
  );
}
