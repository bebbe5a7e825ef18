import type { ComponentProps } from 'react';
import { cn } from '../cn.js';

export type BadgeVariant = 'default' | 'secondary' | 'outline' | 'destructive';

export function Badge({
  className,
  variant = 'default',
  ...props
}: ComponentProps<'span'> & { variant?: BadgeVariant }) {
  return <span data-variant={variant} className={cn('ui-badge', className)} {...props} />;
}
