import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '../cn.js';

const buttonVariants = cva(
  'inline-flex shrink-0 cursor-pointer items-center justify-center gap-2 rounded-full font-semibold whitespace-nowrap transition-[background-color,color,box-shadow,transform] duration-150 select-none active:translate-y-px disabled:pointer-events-none disabled:opacity-50 aria-disabled:pointer-events-none aria-disabled:opacity-50 [&_svg]:size-4.5 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        default: 'bg-primary text-primary-foreground shadow-button hover:bg-primary-strong',
        secondary: 'bg-secondary text-secondary-foreground hover:bg-secondary-strong',
        outline: 'border-2 border-border-strong bg-card text-foreground hover:border-foreground hover:bg-muted',
        ghost: 'text-foreground hover:bg-muted',
        destructive: 'bg-destructive text-destructive-foreground hover:bg-destructive-strong',
        link: 'rounded-md text-primary-text underline decoration-2 underline-offset-4 hover:decoration-current',
      },
      // Nothing is lower than 44 px, so that a finger finds it.
      size: { default: 'min-h-11 px-5 text-base', sm: 'min-h-11 px-4 text-sm', lg: 'min-h-13 px-7 text-lg', icon: 'size-11' },
    },
    defaultVariants: { variant: 'default', size: 'default' },
  },
);

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonVariants> {
  /** Gives the look to the only child instead, such as a router link. */
  asChild?: boolean;
}

export function Button({ className, variant, size, asChild, type, ...props }: ButtonProps) {
  const Part = asChild ? Slot.Root : 'button';
  return <Part type={asChild ? type : (type ?? 'button')} className={cn(buttonVariants({ variant, size }), className)} {...props} />;
}
