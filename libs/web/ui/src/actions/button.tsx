import { Slot } from 'radix-ui';
import type { ComponentProps, MouseEvent } from 'react';
import { cn } from '../cn.js';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'default' | 'secondary' | 'outline' | 'ghost' | 'destructive' | 'link';
  size?: 'default' | 'sm' | 'lg' | 'icon';
  /** Gives the look to the only child instead, such as a router link. */
  asChild?: boolean;
  /** Not to be pressed now, as while its own call is on the way. `disabled` would take the focus from who has just pressed it. */
  shut?: boolean;
}

/** Also what Enter in a field of the form comes to. */
function preventClick(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

export function Button({
  className,
  variant = 'default',
  size = 'default',
  asChild,
  type,
  shut = false,
  ...props
}: ButtonProps) {
  const Component = asChild ? Slot.Root : 'button';
  return (
    <Component
      type={asChild ? type : (type ?? 'button')}
      data-variant={variant}
      data-size={size}
      className={cn('ui-button', className)}
      {...props}
      {...(shut && { 'aria-disabled': true, onClick: preventClick })}
    />
  );
}
