/** When an order is estimated to arrive. Pages, order-svc and emails use this one implementation. */
import * as z from 'zod/mini';
import { addDays, toDay } from './days.js';
import type { DisplayedShop } from './shop.js';

/** The first and the last day, as `2026-12-08`. */
export const arrivalSchema = z.object({ from: z.iso.date(), until: z.iso.date() });
export type Arrival = z.infer<typeof arrivalSchema>;

export type DeliveryRegion = 'us' | 'canada' | 'europe' | 'rest';

/** ISO 3166. Russia and Belarus are not served, and Türkiye's parcels cross Asia: they count as the rest of the world. */
const EUROPE = new Set(
  `AD AL AT AX BA BE BG CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE
   LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS SE SI SJ SK SM UA VA XK`.split(/\s+/),
);

/** `country`: ISO 3166. */
export function toDeliveryRegion(country: string): DeliveryRegion {
  if (country === 'US') return 'us';
  if (country === 'CA') return 'canada';
  return EUROPE.has(country) ? 'europe' : 'rest';
}

function isWeekend(day: string): boolean {
  const weekday = new Date(day).getUTCDay();
  return weekday === 0 || weekday === 6;
}

/** Monday to Friday. Zero days after a Saturday are the Monday after it: nothing is printed or delivered before. */
export function addBusinessDays(day: string, count: number): string {
  let reached = day;
  for (let left = count; left > 0;) {
    reached = addDays(reached, 1);
    if (!isWeekend(reached)) left -= 1;
  }
  while (isWeekend(reached)) reached = addDays(reached, 1);
  return reached;
}

type DeliverySettings = Pick<DisplayedShop, 'deliveryDays' | 'timeZone' | 'holiday' | 'closure'>;
type Closure = NonNullable<DisplayedShop['closure']>;

/** Business days on which the shop is open. An order of a closed day counts from the day on which orders leave again. */
function addProductionDays(day: string, count: number, closure: Closure | null): string {
  const skipClosure = (from: string): string =>
    closure && closure.from <= from && from < closure.shipsFrom ? closure.shipsFrom : from;
  let reached = skipClosure(day);
  for (let left = count; left > 0;) {
    reached = skipClosure(addDays(reached, 1));
    if (!isWeekend(reached)) left -= 1;
  }
  return reached;
}

/** Null where the shop's settings say nothing: for production, for the region, or at all. */
export function estimateArrival(
  { deliveryDays, timeZone = 'UTC', holiday, closure }: DeliverySettings,
  region: DeliveryRegion,
  now: Date,
): Arrival | null {
  const production = deliveryDays?.production;
  const transit = deliveryDays?.[region];
  if (!production || !transit) return null;
  let today: string;
  try {
    today = toDay(now, timeZone);
  } catch {
    return null;
  }
  // A server of an earlier version has no `closure`.
  const closed = closure ?? (holiday ? { from: today, shipsFrom: holiday.shipsFrom } : null);
  return {
    from: addBusinessDays(addProductionDays(today, production.min, closed), transit.min),
    until: addBusinessDays(addProductionDays(today, production.max, closed), transit.max),
  };
}

const formatArrivalDay = (day: string): string =>
  new Date(day).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** `Dec 8–12`, `Dec 29 – Jan 2` or `Dec 8`. */
export function formatArrival({ from, until }: Arrival): string {
  if (from === until) return formatArrivalDay(from);
  if (from.slice(0, 7) === until.slice(0, 7)) return `${formatArrivalDay(from)}–${Number(until.slice(8))}`;
  return `${formatArrivalDay(from)} – ${formatArrivalDay(until)}`;
}
