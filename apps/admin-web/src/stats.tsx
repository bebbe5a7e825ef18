import { getAdminStats } from '@shop/contracts-order/routes';
import { api } from '@shop/web-kit';
import { Card, cn } from '@shop/web-ui';
import { queryOptions } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { adminKeys } from './admin-keys.js';

export const statsQuery = queryOptions({
  queryKey: adminKeys.stats,
  queryFn: ({ signal }) => api.call(getAdminStats, { signal }),
});

interface Props {
  label: string;
  value: string | number;
  /** Small text below the value. */
  note?: string;
  icon: LucideIcon;
  /** Background class of the icon's tile. */
  tintClassName: string;
}

/** Keeps a long amount in one line of a narrow card. */
const getTextSizeClass = (value: string): string =>
  value.length > 12 ? 'text-base' : value.length > 8 ? 'text-xl' : 'text-3xl';

export function StatCard({ label, value, note, icon: Icon, tintClassName }: Props) {
  return (
    <Card className="flex min-h-28 items-start justify-between gap-4 p-6">
      <div className="min-w-0">
        <h2 className="font-sans text-base font-semibold text-muted-foreground">{label}</h2>
        <p
          className={cn(
            'mt-2 font-display leading-none font-extrabold tracking-tight tabular-nums [overflow-wrap:anywhere]',
            getTextSizeClass(String(value)),
          )}
        >
          {value}
        </p>
        {note && <p className="mt-2 text-sm text-muted-foreground">{note}</p>}
      </div>
      <span
        className={cn('grid size-12 shrink-0 place-items-center rounded-control text-tint-foreground', tintClassName)}
      >
        <Icon aria-hidden className="size-6" />
      </span>
    </Card>
  );
}
