import { Minus, Plus } from 'lucide-react';
import { useState, type CSSProperties } from 'react';
import { Button } from '../actions/button.js';
import { Tooltip } from '../overlays/tooltip.js';

interface Props {
  /** What is counted, for screen readers: the product's title. */
  label: string;
  quantity: number;
  onChange: (quantity: number) => void;
  /** While an update is on its way. */
  pending?: boolean;
}

const MIN_QUANTITY = 1;

/** What was typed as a quantity: a non-number or less than one falls back to one. */
function parseQuantity(text: string): number {
  const typed = Math.trunc(Number(text));
  return Number.isFinite(typed) ? Math.max(MIN_QUANTITY, typed) : MIN_QUANTITY;
}

/** Minus, a number, plus. A typed number counts when the box is left or Enter is pressed. */
export function QuantityControl({ label, quantity, onChange, pending = false }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const displayed = typed ?? String(quantity);

  const commit = (): void => {
    if (typed === null) return;
    setTyped(null);
    const next = parseQuantity(typed);
    if (next !== quantity) onChange(next);
  };

  return (
    <div role="group" aria-label={`Quantity of ${label}`} className="ui-quantity">
      <Tooltip label="One less">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Decrease quantity"
          shut={pending || quantity <= MIN_QUANTITY}
          onClick={() => onChange(quantity - 1)}
        >
          <Minus aria-hidden />
        </Button>
      </Tooltip>
      <input
        type="number"
        inputMode="numeric"
        min={MIN_QUANTITY}
        step={1}
        aria-label="Quantity"
        value={displayed}
        style={{ '--digits': displayed.length } as CSSProperties}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
        }}
      />
      <Tooltip label="One more">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Increase quantity"
          shut={pending}
          onClick={() => onChange(quantity + 1)}
        >
          <Plus aria-hidden />
        </Button>
      </Tooltip>
    </div>
  );
}
