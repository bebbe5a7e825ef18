import { Clock, CreditCard, House, Package, Printer, Truck, XCircle, type LucideIcon } from 'lucide-react';
import type { OrderPhase } from './order-state.js';

/** The sign of each phase of an order, and the ground it stands on. */
export const PHASE_STYLES: Record<OrderPhase, { icon: LucideIcon; ground: string }> = {
  confirming: { icon: CreditCard, ground: 'bg-butter' },
  unpaid: { icon: CreditCard, ground: 'bg-peach' },
  held: { icon: Clock, ground: 'bg-butter' },
  queued: { icon: Package, ground: 'bg-lilac' },
  printing: { icon: Printer, ground: 'bg-lilac' },
  shipped: { icon: Truck, ground: 'bg-lilac' },
  delivered: { icon: House, ground: 'bg-mint' },
  cancelled: { icon: XCircle, ground: 'bg-peach' },
};
