import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '../cn.js';
import { useStill } from './still.js';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'default' | 'secondary' | 'outline' | 'ghost' | 'destructive' | 'link';
  size?: 'default' | 'sm' | 'lg' | 'icon';
  /** Gives the look to the only child instead, such as a router link. */
  asChild?: boolean;
}

export function Button({ className, variant = 'default', size = 'default', asChild, type, ...props }: ButtonProps) {
  const Part = asChild ? Slot.Root : 'button';
  const still = useStill();
  return <Part {...(asChild ? {} : still)} type={asChild ? type : (type ?? 'button')} data-variant={variant} data-size={size} className={cn('ui-button', className)} {...props} />;
}
