import type { DesignConfig } from '@shop/contracts-order';
import { Button, cn } from '@shop/web-ui';
import { ChevronDown, RotateCcw, SlidersHorizontal } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { PrintableProduct } from '../../catalogue/product-choice.js';
import type { PlacementStore } from '../placement-store.js';
import { DEFAULT_PLACEMENT, isSamePlacement, type PlacementPart } from '../placement.js';
import { presetNames, presetPlacement } from '../presets.js';
import { type Artwork, computePrintDetails, getSpokenSummary } from '../print-details.js';
import { PlacementSlider } from './placement-slider.js';
import { PrintQuality } from './print-quality.js';

/** The notice about a typed number; announced first, as long as the placement is unchanged. */
interface EntryNotice {
  readonly text: string;
  readonly placement: DesignConfig;
}

interface Props {
  chosen: PrintableProduct;
  artwork: Artwork;
  store: PlacementStore;
  notice: EntryNotice | null;
}

/** A slider announces its own value at each key press; the summary follows when it rests. */
const ANNOUNCE_DELAY_MS = 700;

/** Announces the placement to screen readers once it rests; the initial placement is not announced. */
function PlacementAnnouncer({ chosen: { printArea, scaleSense }, artwork, store, notice }: Props) {
  const [announcement, setAnnouncement] = useState('');
  const lastKnown = useRef<string | null>(null);
  const { aspect, detail, subjectBox, nameBox } = artwork;

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const getSummary = (): string => {
      const placement = store.get();
      return [
        notice && isSamePlacement(notice.placement, placement) ? notice.text : null,
        getSpokenSummary(
          placement,
          computePrintDetails({ printArea, scaleSense }, { aspect, detail, subjectBox, nameBox }, placement),
        ),
      ]
        .filter(Boolean)
        .join(' ');
    };
    const announceLater = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        const summary = getSummary();
        if (summary === lastKnown.current) return;
        lastKnown.current = summary;
        setAnnouncement(summary);
      }, ANNOUNCE_DELAY_MS);
    };
    if (lastKnown.current === null) lastKnown.current = getSummary();
    else announceLater();
    const unsubscribe = store.subscribe(announceLater);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [printArea, scaleSense, aspect, detail, subjectBox, nameBox, store, notice]);

  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  );
}

interface PlacementPanelProps {
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

function Presets({ chosen, artwork, store }: PlacementPanelProps) {
  const category = chosen?.product.category;
  const context = chosen && artwork && { category, target: chosen, artwork };
  return (
    <div role="group" aria-label="Presets" className="mb-4 flex flex-wrap gap-2">
      {presetNames(category, context).map((name) => (
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

/** The sliders. On a phone they are folded, because the artwork is moved on the picture there. */
function FineTune({ store, onNotice }: { store: PlacementStore; onNotice: (text: string | null) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const slidersId = useId();
  return (
    <>
      <Button
        variant="outline"
        aria-expanded={isOpen}
        aria-controls={slidersId}
        onClick={() => setIsOpen(!isOpen)}
        className="w-full justify-between sm:hidden"
      >
        <span className="inline-flex items-center gap-2">
          <SlidersHorizontal aria-hidden />
          Fine-tune
        </span>
        <ChevronDown aria-hidden className={cn('transition-transform', isOpen && 'rotate-180')} />
      </Button>
      <div
        id={slidersId}
        className={cn('grid gap-x-8 gap-y-3 sm:grid-cols-2', isOpen ? 'max-sm:mt-4' : 'max-sm:hidden')}
      >
        {SLIDERS.map(({ part, label, format }) => (
          <PlacementSlider key={part} part={part} label={label} format={format} store={store} onNotice={onNotice} />
        ))}
      </div>
    </>
  );
}

/** Presets, sliders and print details. Everything is rendered from the start, so that the layout does not shift. */
export function PlacementPanel(props: PlacementPanelProps) {
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
      <FineTune store={store} onNotice={(text) => setNotice(text === null ? null : { text, placement: store.get() })} />
      <div className="mt-5">
        <PrintQuality {...props} />
        {chosen && artwork && <PlacementAnnouncer chosen={chosen} artwork={artwork} store={store} notice={notice} />}
      </div>
    </section>
  );
}
