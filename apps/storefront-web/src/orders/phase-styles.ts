import {
  CircleEllipsis,
  Clock,
  CreditCard,
  House,
  Package,
  PackageX,
  Printer,
  Truck,
  XCircle,
  type LucideIcon,
} from 'lucide-react';
import type { OrderPhase } from './order-state.js';

/** Icon and background of each phase of an order. */
export const PHASE_STYLES: Record<OrderPhase, { icon: LucideIcon; background: string }> = {
  confirming: { icon: CreditCard, background: 'bg-butter' },
  unpaid: { icon: CreditCard, background: 'bg-peach' },
  changeable: { icon: Clock, background: 'bg-butter' },
  queued: { icon: Package, background: 'bg-lilac' },
  'out-of-stock': { icon: PackageX, background: 'bg-peach' },
  printing: { icon: Printer, background: 'bg-lilac' },
  shipped: { icon: Truck, background: 'bg-lilac' },
  delivered: { icon: House, background: 'bg-mint' },
  cancelled: { icon: XCircle, background: 'bg-peach' },
  other: { icon: CircleEllipsis, background: 'bg-butter' },
};
