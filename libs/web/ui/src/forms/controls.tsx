import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '../cn.js';
import { useFieldAttributes } from './field-context.js';

/** What people write runs from where their script begins: `dir` is theirs, not the page's. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input dir="auto" className={cn('ui-control', className)} {...useFieldAttributes()} {...props} />;
}

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea dir="auto" className={cn('ui-control', className)} {...useFieldAttributes()} {...props} />;
}

/** A native select under the shop's look: the phone's own picker, the keyboard's own ways, and no script. */
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
