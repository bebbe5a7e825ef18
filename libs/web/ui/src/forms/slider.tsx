import { useId, type CSSProperties, type ReactNode } from 'react';
import { cn } from '../cn.js';

interface Props {
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
}: Props) {
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
