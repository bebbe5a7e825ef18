import type { ComponentProps, ReactNode } from 'react';
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
const STATUS_VARIANTS: ReadonlyMap<string, BadgeVariant> = new Map([
  ['paid', 'default'],
  ['delivered', 'default'],
  ['replied', 'default'],
  ['processing', 'secondary'],
  ['read', 'secondary'],
  ['shipped', 'secondary'],
]);

/** The status of an order, a payment or a request. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge variant={STATUS_VARIANTS.get(status) ?? 'outline'}>{status}</Badge>;
}

export function Card({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('ui-card', className)} {...props} />;
}

export function CardHeader({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('ui-card-header', className)} {...props} />;
}

/** An h3 unless another heading is given: `<CardTitle asHeading="h2">`. */
export function CardTitle({
  className,
  asHeading: Heading = 'h3',
  ...props
}: ComponentProps<'h3'> & { asHeading?: 'h1' | 'h2' | 'h3' | 'h4' }) {
  return <Heading className={cn('ui-card-title', className)} {...props} />;
}

export function CardContent({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('ui-card-content', className)} {...props} />;
}

interface PageHeadingProps {
  children: ReactNode;
  /** One sentence under the heading. */
  description?: ReactNode;
  /** Buttons beside the heading. */
  actions?: ReactNode;
  className?: string;
}

/** The page's only h1. */
export function PageHeading({ children, description, actions, className }: PageHeadingProps) {
  return (
    <header className={cn('ui-page-heading', className)}>
      <div className="ui-page-heading-text">
        <h1>{children}</h1>
        {description && <p>{description}</p>}
      </div>
      {actions && <div className="ui-page-heading-actions">{actions}</div>}
    </header>
  );
}

/** The column with the page's content. */
export function PageColumn({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cn('ui-page-column', className)}>{children}</div>;
}
