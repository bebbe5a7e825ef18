import { ChevronDown, Minus, Plus } from 'lucide-react';
import { type ComponentProps, createContext, type CSSProperties, type ReactNode, use, useId, useState } from 'react';
import { Button } from '../actions/button.js';
import { cn } from '../cn.js';
import { Tooltip } from '../overlays/tooltip.js';

interface FieldContextValue {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}

const FieldContext = createContext<FieldContextValue | null>(null);

/** Attributes that a control gets from its surrounding Field. Empty outside of a Field. */
export function useFieldAttributes(): { id?: string; 'aria-describedby'?: string; 'aria-invalid'?: true } {
  const field = use(FieldContext);
  if (!field) return {};
  return { id: field.id, 'aria-describedby': field.describedBy, 'aria-invalid': field.invalid || undefined };
}

export function Label({ className, ...props }: ComponentProps<'label'>) {
  return <label className={cn('ui-label', className)} {...props} />;
}

interface Props {
  label: ReactNode;
  /** The error message, for example react-hook-form's `errors.x?.message`. */
  error?: string;
  /** Marks the control as invalid even without a message beside it. */
  invalid?: boolean;
  hint?: ReactNode;
  className?: string;
  /** One control of this library: Input, Textarea, Select or Slider. */
  children: ReactNode;
}

/** Label, control, hint and error message, linked for screen readers. */
export function Field({ label, error, invalid = Boolean(error), hint, className, children }: Props) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined;

  return (
    <FieldContext value={{ id, describedBy, invalid }}>
      <div className={cn('ui-field', className)}>
        <Label htmlFor={id}>{label}</Label>
        {children}
        {hint && (
          <p id={hintId} className="ui-field-hint">
            {hint}
          </p>
        )}
        {error && (
          <p id={errorId} role="alert" className="ui-field-error">
            {error}
          </p>
        )}
      </div>
    </FieldContext>
  );
}

/** `dir="auto"`: the typed text sets the writing direction, not the page. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input dir="auto" className={cn('ui-control', className)} {...useFieldAttributes()} {...props} />;
}

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea dir="auto" className={cn('ui-control', className)} {...useFieldAttributes()} {...props} />;
}

/** A native select with the shop's styles: it has the phone's own picker and keyboard support without script. */
export function Select({ className, children, ...props }: ComponentProps<'select'>) {
  return (
    <div className="ui-select">
      <select className={cn('ui-control', className)} {...useFieldAttributes()} {...props}>
        {children}
      </select>
      <ChevronDown aria-hidden />
    </div>
  );
}

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
  /** Formats the value beside the label and for screen readers: `120%`. */
  format?: (value: number) => string;
  /** An input for the value, in place of the text beside the label. */
  valueInput?: ReactNode;
  disabled?: boolean;
  className?: string;
}

/** A native range input: it supports touch, arrow keys and form semantics. */
export function Slider({
  label,
  value,
  min,
  max,
  step,
  onChange,
  format = String,
  valueInput,
  disabled,
  className,
}: SliderProps) {
  const id = useId();
  const filled = `${((value - min) / (max - min)) * 100}%`;
  return (
    <div className={cn('ui-slider', className)}>
      <div className="ui-slider-head">
        <label htmlFor={id}>{label}</label>
        {valueInput ?? <output htmlFor={id}>{format(value)}</output>}
      </div>
      <input
        id={id}
        type="range"
        className="ui-slider-range"
        style={{ '--filled': filled } as CSSProperties}
        min={min}
        max={max}
        step={step}
        value={value}
        disabled={disabled}
        aria-valuetext={format(value)}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
    </div>
  );
}

interface QuantityControlProps {
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
export function QuantityControl({ label, quantity, onChange, pending = false }: QuantityControlProps) {
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
