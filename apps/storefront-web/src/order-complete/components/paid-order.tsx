import { dollars } from '@shop/contracts/common';
import type { Order } from '@shop/contracts/order';
import { useCurrentUser } from '@shop/web-kit';
import { Button, Card } from '@shop/web-ui';
import { PartyPopper } from 'lucide-react';
import { Link } from 'react-router-dom';
import { OrderLines } from '../../purchase/order-lines.js';
import { SummaryRows } from '../../purchase/summary-rows.js';

export function PaidOrder({ order }: { order: Order }) {
  const { user } = useCurrentUser();
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-8">
      <header className="flex flex-col items-center gap-4 text-center">
        <span className="grid size-20 place-items-center rounded-full bg-mint text-tint-foreground">
          <PartyPopper aria-hidden className="size-10" />
        </span>
        <h1 className="font-display text-4xl font-extrabold tracking-tight sm:text-5xl">Thank you for your order!</h1>
        <p className="text-lg text-muted-foreground">
          Your order number is <strong className="font-bold text-foreground">{order.orderNumber}</strong>.
        </p>
      </header>
      <Card className="flex flex-col gap-6 p-6 sm:p-8">
        <OrderLines items={order.items} />
        <SummaryRows
          className="border-t-2 border-border pt-5"
          rows={[
            { label: 'Subtotal', value: dollars(order.subtotal) },
            { label: 'Shipping', value: dollars(order.shipping) },
            { label: 'Tax', value: dollars(order.tax) },
          ]}
          total={{ label: 'Total', value: dollars(order.total) }}
        />
      </Card>
      <div className="flex flex-wrap justify-center gap-3">
        {user && (
          <Button asChild size="lg">
            <Link to="/orders">My Orders</Link>
          </Button>
        )}
        <Button asChild size="lg" variant={user ? 'outline' : 'default'}>
          <Link to="/products">Continue Shopping</Link>
        </Button>
      </div>
    </div>
  );
}
