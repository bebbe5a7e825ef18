import { Minus, Plus } from 'lucide-react';
import { useState, type CSSProperties } from 'react';
import { Button } from '../actions/button.js';
import { Tooltip } from '../overlays/tooltip.js';

interface Props {
  /** Name of the counted item for screen readers: the product's title. */
  label: string;
  quantity: number;
  onChange: (quantity: number) => void;
  /** True while an update is pending. */
  pending?: boolean;
}

const MIN_QUANTITY = 1;

/** Parses a typed quantity. A non-number, or less than one, becomes one. */
function parseQuantity(text: string): number {
  const typed = Math.trunc(Number(text));
  return Number.isFinite(typed) ? Math.max(MIN_QUANTITY, typed) : MIN_QUANTITY;
}

/** Minus button, number input, plus button. A typed number is committed on blur or Enter. */
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
          disabledFocusable={pending || quantity <= MIN_QUANTITY}
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
          disabledFocusable={pending}
          onClick={() => onChange(quantity + 1)}
        >
          <Plus aria-hidden />
        </Button>
      </Tooltip>
    </div>
  );
}
