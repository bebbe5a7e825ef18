import { cn } from '@shop/web-ui';
import { Gift } from 'lucide-react';

/** The message of a gift, as it is printed. */
export const GiftMessage = ({ message, className }: { message: string; className?: string }) => (
  <div className={cn('flex items-start gap-2 rounded-control bg-muted px-4 py-3', className)}>
    <Gift aria-hidden className="mt-0.5 size-5 shrink-0 text-primary-text" />
    <div className="min-w-0">
      <p className="font-semibold">Gift message</p>
      <p dir="auto" className="[overflow-wrap:anywhere] whitespace-pre-line">
        {message}
      </p>
      <p className="text-sm text-muted-foreground">On the packing slip. No prices in the parcel.</p>
    </div>
  </div>
);
