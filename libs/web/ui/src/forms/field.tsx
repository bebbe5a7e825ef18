import { ChevronDown } from 'lucide-react';
import { type ComponentProps, createContext, type ReactNode, use, useId } from 'react';
import { cn } from '../cn.js';

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
