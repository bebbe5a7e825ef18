import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '../cn.js';
import { useFieldWiring } from './field-context.js';

const box =
  'w-full min-w-0 rounded-control border-2 border-input bg-card px-3.5 text-base text-foreground transition-colors placeholder:text-muted-foreground hover:border-border-strong focus-visible:border-ring focus-visible:outline-2 focus-visible:outline-offset-0 disabled:cursor-not-allowed disabled:bg-muted disabled:text-muted-foreground aria-invalid:border-destructive';

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={cn(box, 'h-11', className)} {...useFieldWiring()} {...props} />;
}

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea className={cn(box, 'py-2.5 leading-relaxed', className)} {...useFieldWiring()} {...props} />;
}

/** A native select under the shop's look: the phone's own picker, the keyboard's own ways, and no script. */
export function Select({ className, children, ...props }: ComponentProps<'select'>) {
  return (
    <div className="relative min-w-0">
      <select className={cn(box, 'h-11 cursor-pointer appearance-none pr-10', className)} {...useFieldWiring()} {...props}>
        {children}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-muted-foreground" />
    </div>
  );
}
