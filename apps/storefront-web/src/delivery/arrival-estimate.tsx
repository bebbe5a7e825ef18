import { formatCents, formatDollars } from '@shop/contracts-common';
import { type DeliveryRegion, estimateArrival, formatArrival, SHIPPING_CENTS } from '@shop/contracts-order';
import { useShop } from '@shop/web-kit';
import { cn } from '@shop/web-ui';
import { CalendarCheck, Truck } from 'lucide-react';

const PLACES: Readonly<Record<DeliveryRegion, string>> = {
  us: ' in the US',
  canada: ' in Canada',
  europe: ' in Europe',
  rest: '',
};

interface Props {
  /** Null: an address whose country is unknown. */
  region?: DeliveryRegion | null;
  className?: string;
}

const LINE = 'flex items-start gap-2 text-sm text-pretty text-muted-foreground';

/** When an order placed now would arrive. Nothing while the shop estimates nothing. */
export function ArrivalEstimate({ region = 'us', className }: Props) {
  const shop = useShop();
  const arrival = shop && region && estimateArrival(shop, region, new Date());
  if (!arrival) return null;
  return (
    <p className={cn(LINE, className)}>
      <CalendarCheck aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        Estimated: arrives <strong className="whitespace-nowrap text-foreground">{formatArrival(arrival)}</strong>
        {PLACES[region]}
      </span>
    </p>
  );
}

/** The price of shipping, which is the same for every order. */
export const ShippingPrice = ({ className }: { className?: string }) => (
  <p className={cn(LINE, className)}>
    <Truck aria-hidden className="mt-0.5 size-4 shrink-0" />
    <span>Flat shipping: {formatDollars(formatCents(SHIPPING_CENTS))} for the whole order</span>
  </p>
);

/** What delivery costs, and when it comes: beside a price. */
export const DeliveryFacts = ({ className }: { className?: string }) => (
  <div className={cn('flex flex-col gap-1.5', className)}>
    <ShippingPrice />
    <ArrivalEstimate />
  </div>
);
