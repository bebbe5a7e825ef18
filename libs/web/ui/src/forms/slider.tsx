import { useId, type CSSProperties, type ReactNode } from 'react';
import { cn } from '../cn.js';

interface Props {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  onChange: (value: number) => void;
  /** How the value is written beside the label and read aloud: `120%`. */
  format?: (value: number) => string;
  /** A way to type the value, in place of the value written beside the label. */
  entry?: ReactNode;
  disabled?: boolean;
  className?: string;
}

/** A native range: draggable with a finger, arrow keys, and forms' own semantics. */
export function Slider({ label, value, min, max, step, onChange, format = String, entry, disabled, className }: Props) {
  const id = useId();
  const filled = `${((value - min) / (max - min)) * 100}%`;
  return (
    <div className={cn('ui-slider', className)}>
      <div className="ui-slider-head">
        <label htmlFor={id}>{label}</label>
        {entry ?? <output htmlFor={id}>{format(value)}</output>}
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
