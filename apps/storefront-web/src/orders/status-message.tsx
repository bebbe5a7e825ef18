import { Button } from '@shop/web-ui';
import {
  CircleEllipsis,
  Clock,
  CreditCard,
  House,
  type LucideIcon,
  MessageCircleQuestion,
  Package,
  PackageX,
  Printer,
  SearchX,
  ShieldQuestion,
  Truck,
  XCircle,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { OrderPhase } from './order-state.js';

/** Icon and background of each phase of an order. */
export const PHASE_STYLES: Record<OrderPhase, { icon: LucideIcon; background: string }> = {
  confirming: { icon: CreditCard, background: 'bg-butter' },
  unpaid: { icon: CreditCard, background: 'bg-peach' },
  asked: { icon: MessageCircleQuestion, background: 'bg-butter' },
  'checking-payment': { icon: ShieldQuestion, background: 'bg-butter' },
  changeable: { icon: Clock, background: 'bg-butter' },
  queued: { icon: Package, background: 'bg-lilac' },
  'out-of-stock': { icon: PackageX, background: 'bg-peach' },
  printing: { icon: Printer, background: 'bg-lilac' },
  shipped: { icon: Truck, background: 'bg-lilac' },
  returned: { icon: PackageX, background: 'bg-peach' },
  delivered: { icon: House, background: 'bg-mint' },
  cancelled: { icon: XCircle, background: 'bg-peach' },
  other: { icon: CircleEllipsis, background: 'bg-butter' },
};

interface Props {
  icon: ReactNode;
  title: string;
  text: string;
  actions?: ReactNode;
}

/** A page-wide message about a payment or an order, with links to continue. */
export function StatusMessage({ icon, title, text, actions }: Props) {
  return (
    <section className="mx-auto flex max-w-xl flex-col items-center gap-4 py-10 text-center">
      <span className="grid size-20 place-items-center rounded-full bg-butter text-tint-foreground">{icon}</span>
      <h1 className="font-display text-3xl font-extrabold tracking-tight sm:text-4xl">{title}</h1>
      <p className="text-lg text-muted-foreground">{text}</p>
      {actions && <div className="mt-3 flex flex-wrap justify-center gap-3">{actions}</div>}
    </section>
  );
}

/** Shown for an order that does not exist or that the visitor may not see; the API answers both with 404. */
export function OrderNotFound() {
  return (
    <StatusMessage
      icon={<SearchX aria-hidden className="size-10" />}
      title="We couldn't find that order"
      text="It may belong to another account, or the link is not complete."
      actions={
        <Button asChild size="lg">
          <Link to="/">Back to Home</Link>
        </Button>
      }
    />
  );
}

/** Announces changes of a status to screen readers; the initial status is not announced. */
export function StatusAnnouncer({ title }: { title: string }) {
  const [initialTitle] = useState(title);
  const [isChanged, setIsChanged] = useState(false);
  if (!isChanged && title !== initialTitle) setIsChanged(true);
  return (
    <p role="status" className="sr-only">
      {isChanged ? `${title}.` : ''}
    </p>
  );
}
