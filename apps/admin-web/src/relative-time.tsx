import { formatCompactDateTime, formatFullDateTime, formatRelative } from '@shop/web-kit';
import { cn } from '@shop/web-ui';

/** `about 2 hours ago`, with the exact local time as tooltip: above the link that covers a row, which has none. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  return (
    <time dateTime={at} title={formatFullDateTime(at)} className={cn('relative z-1', className)}>
      {formatRelative(at)}
    </time>
  );
}

/** `14:32`; on another day `Nov 23, 00:12`. For times to come. */
export const CompactTime = ({ at }: { at: string }) => <time dateTime={at}>{formatCompactDateTime(at)}</time>;
