import type { ComponentProps } from 'react';
import { cn } from '../cn.js';

export function Card({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('rounded-card border border-border bg-card text-card-foreground shadow-card', className)} {...props} />;
}

export function CardHeader({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('flex flex-col gap-1.5 p-6', className)} {...props} />;
}

/** An h3 unless another heading is given: `<CardTitle asHeading="h2">`. */
export function CardTitle({ className, asHeading: Heading = 'h3', ...props }: ComponentProps<'h3'> & { asHeading?: 'h1' | 'h2' | 'h3' | 'h4' }) {
  return <Heading className={cn('font-display text-xl leading-snug font-bold', className)} {...props} />;
}

export function CardDescription({ className, ...props }: ComponentProps<'p'>) {
  return <p className={cn('text-muted-foreground', className)} {...props} />;
}

export function CardContent({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('p-6 pt-0', className)} {...props} />;
}

export function CardFooter({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('flex items-center gap-3 p-6 pt-0', className)} {...props} />;
}
