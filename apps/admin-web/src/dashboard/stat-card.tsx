import { Card, cn } from '@shop/web-ui';
import type { LucideIcon } from 'lucide-react';

interface Props {
  label: string;
  value: string | number;
  /** Small print beside the value. */
  note?: string;
  icon: LucideIcon;
  /** The tint of the icon's tile. */
  ground: string;
}

export function StatCard({ label, value, note, icon: Icon, ground }: Props) {
  return (
    <Card className="flex items-start justify-between gap-4 p-6">
      <div className="min-w-0">
        <h2 className="font-sans text-base font-semibold text-muted-foreground">{label}</h2>
        <p className="mt-2 font-display text-3xl leading-none font-extrabold tracking-tight tabular-nums [overflow-wrap:anywhere]">{value}</p>
        {note && <p className="mt-2 text-sm text-muted-foreground">{note}</p>}
      </div>
      <span className={cn('grid size-12 shrink-0 place-items-center rounded-control text-tint-foreground', ground)}>
        <Icon aria-hidden className="size-6" />
      </span>
    </Card>
  );
}
