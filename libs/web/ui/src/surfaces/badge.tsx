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

/** Spec, section 4, badge styling; every other status is an outline. */
const VARIANTS: ReadonlyMap<string, BadgeVariant> = new Map([
  ['paid', 'default'],
  ['delivered', 'default'],
  ['replied', 'default'],
  ['processing', 'secondary'],
  ['read', 'secondary'],
  ['shipped', 'secondary'],
]);

/** The status of an order, a payment or a request. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge variant={VARIANTS.get(status) ?? 'outline'}>{status}</Badge>;
}
