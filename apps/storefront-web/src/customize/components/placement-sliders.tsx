import { PLACEMENT_BOUNDS, type DesignConfig } from '@shop/contracts/order';
import { Button, Slider } from '@shop/web-ui';
import { RotateCcw } from 'lucide-react';
import { DEFAULT_PLACEMENT } from '../product-choice.js';

interface Props {
  placement: DesignConfig;
  onMove: (placement: Partial<DesignConfig>) => void;
}

const percent = (value: number): string => `${value}%`;
const degrees = (value: number): string => `${value}°`;

const SLIDERS: readonly { part: keyof DesignConfig; label: string; format: (value: number) => string }[] = [
  { part: 'scale', label: 'Scale', format: percent },
  { part: 'rotation', label: 'Rotation', format: degrees },
  { part: 'x', label: 'Position X', format: percent },
  { part: 'y', label: 'Position Y', format: percent },
];

export function PlacementSliders({ placement, onMove }: Props) {
  return (
    <section aria-labelledby="placement-heading">
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 id="placement-heading" className="font-display text-xl font-bold">
          Place your artwork
        </h2>
        <Button variant="ghost" size="sm" onClick={() => onMove(DEFAULT_PLACEMENT)}>
          <RotateCcw aria-hidden />
          Reset
        </Button>
      </div>
      <p className="mb-3 text-muted-foreground">Drag it on the picture, or use the sliders.</p>
      <div className="grid gap-x-8 gap-y-1 sm:grid-cols-2">
        {SLIDERS.map(({ part, label, format }) => {
          const { min, max, step } = PLACEMENT_BOUNDS[part];
          return <Slider key={part} label={label} value={placement[part]} min={min} max={max} step={step} format={format} onChange={(value) => onMove({ [part]: value })} />;
        })}
      </div>
    </section>
  );
}
