import { formatRelative } from '@shop/web-kit';
import { cn } from '@shop/web-ui';

const EXACT_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** `about 2 hours ago`, with the exact local time as tooltip: above the link that covers a row, which has none. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  return (
    <time dateTime={at} title={EXACT_FORMAT.format(new Date(at))} className={cn('relative z-1', className)}>
      {formatRelative(at)}
    </time>
  );
}
