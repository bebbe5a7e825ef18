import type { ComponentProps } from 'react';
import { cn } from '../cn.js';

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

export function CardDescription({ className, ...props }: ComponentProps<'p'>) {
  return <p className={cn('ui-card-description', className)} {...props} />;
}

export function CardContent({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('ui-card-content', className)} {...props} />;
}

export function CardFooter({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('ui-card-footer', className)} {...props} />;
}
