import { formatRelative } from '@shop/web-kit';

const EXACT_FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

/** `about 2 hours ago`, with the exact local time as tooltip. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  return (
    <time dateTime={at} title={EXACT_FORMAT.format(new Date(at))} className={className}>
      {formatRelative(at)}
    </time>
  );
}
