import { Button } from '@shop/web-ui';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { DEFAULT_PLACEMENT, type PlacementPart } from '../placement.js';
import { presetNames, presetPlacement } from '../presets.js';
import type { Artwork } from '../print-details.js';
import type { PlacementStore } from '../placement-store.js';
import type { PrintableProduct } from '../../catalogue/product-choice.js';
import { PlacementSlider } from './placement-slider.js';
import { PrintQuality } from './print-quality.js';
import { PlacementAnnouncer, type EntryNotice } from './placement-announcer.js';

interface Props {
  chosen: PrintableProduct | null;
  /** Null until its proportions are known. */
  artwork: Artwork | null;
  store: PlacementStore;
}

const percent = (value: number): string => `${value}%`;
const degrees = (value: number): string => `${value}°`;

const SLIDERS: readonly { part: PlacementPart; label: string; format: (value: number) => string }[] = [
  { part: 'scale', label: 'Scale', format: percent },
  { part: 'rotation', label: 'Rotation', format: degrees },
  { part: 'x', label: 'Position X', format: percent },
  { part: 'y', label: 'Position Y', format: percent },
];

function Presets({ chosen, artwork, store }: Props) {
  const category = chosen?.product.category;
  const context = chosen && artwork && { category, printArea: chosen.printArea, aspect: artwork.aspect };
  return (
    <div role="group" aria-label="Presets" className="mb-4 flex flex-wrap gap-2">
      {presetNames(category).map((name) => (
        <Button
          key={name}
          variant="outline"
          size="sm"
          disabled={!context}
          onClick={() => context && store.move(presetPlacement(name, context))}
        >
          {name}
        </Button>
      ))}
    </div>
  );
}

/** Presets, sliders and print details. Everything is rendered from the start, so that the layout does not shift. */
export function PlacementPanel(props: Props) {
  const { chosen, artwork, store } = props;
  const [notice, setNotice] = useState<EntryNotice | null>(null);
  return (
    <section aria-labelledby="placement-heading">
      <div className="mb-1 flex items-center justify-between gap-3">
        <h2 id="placement-heading" className="font-display text-xl font-bold">
          Place your artwork
        </h2>
        <Button variant="ghost" size="sm" onClick={() => store.move(DEFAULT_PLACEMENT)}>
          <RotateCcw aria-hidden />
          Reset
        </Button>
      </div>
      <p className="mb-4 text-pretty text-muted-foreground">
        Drag it on the picture, pinch to resize and turn it, or use the sliders.
      </p>
      <Presets {...props} />
      <div className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {SLIDERS.map(({ part, label, format }) => (
          <PlacementSlider
            key={part}
            part={part}
            label={label}
            format={format}
            store={store}
            onNotice={(text) => setNotice(text === null ? null : { text, placement: store.get() })}
          />
        ))}
      </div>
      <div className="mt-5">
        <PrintQuality {...props} />
        {chosen && artwork && <PlacementAnnouncer chosen={chosen} artwork={artwork} store={store} notice={notice} />}
      </div>
    </section>
  );
}
