import { Slot } from 'radix-ui';
import type { ComponentProps, MouseEvent } from 'react';
import { cn } from '../cn.js';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'default' | 'secondary' | 'outline' | 'ghost' | 'destructive' | 'link';
  size?: 'default' | 'sm' | 'lg' | 'icon';
  /** Applies the styles to the only child instead, for example a router link. */
  asChild?: boolean;
  /**
   * Disabled but focusable, for example while its own request is pending. Plain `disabled` would drop the keyboard
   * focus.
   */
  disabledFocusable?: boolean;
}

/** Enter in a form field also triggers a click on the submit button. */
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
  disabledFocusable = false,
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
      {...(disabledFocusable && { 'aria-disabled': true, onClick: preventClick })}
    />
  );
}
