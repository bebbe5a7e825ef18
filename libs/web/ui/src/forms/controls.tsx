import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '../cn.js';
import { useFieldAttributes } from './field.js';

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
