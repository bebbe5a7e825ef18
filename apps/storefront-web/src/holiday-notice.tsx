import { formatDate, useShop } from '@shop/web-kit';
import { CalendarDays } from 'lucide-react';

/** While the shop is on holiday: when orders leave. */
export function HolidayNotice({ className = 'mb-6' }: { className?: string }) {
  const holiday = useShop()?.holiday;
  if (!holiday) return null;
  // A day without a time is the same in all time zones.
  const day = formatDate(`${holiday.shipsFrom}T12:00`);
  return (
    <div className={className}>
      <p className="flex gap-3 rounded-control bg-butter px-4 py-3 text-pretty text-tint-foreground [overflow-wrap:anywhere]">
        <CalendarDays aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span>
          We are on holiday: orders ship from {day}.
          {holiday.message && (
            <>
              {' '}
              <bdi>{holiday.message}</bdi>
            </>
          )}
        </span>
      </p>
    </div>
  );
}
