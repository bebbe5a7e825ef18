import type { DisplayedDesign } from '@shop/contracts-art';
import { formatDollars } from '@shop/contracts-common';
import type { DisplayedOwnOrder } from '@shop/contracts-order';
import { formatShortDate } from '@shop/web-kit';
import { Button, Card, cn, Picture, StatusBadge } from '@shop/web-ui';
import { Link } from 'react-router-dom';
import { customizePath, orderPath } from '../paths.js';

/** More are in the account. */
const DISPLAYED_MAX = 6;

function DesignLink({ design: { petName, outputImageId, outputImage } }: { design: DisplayedDesign }) {
  if (!outputImage || !outputImageId) return null;
  const name = petName ? `Create a product with the artwork of ${petName}` : 'Create a product with this artwork';
  return (
    <Link
      to={customizePath(outputImageId, outputImage.url)}
      aria-label={name}
      className="block overflow-hidden rounded-control border border-border hover:border-primary"
    >
      <Picture src={outputImage.url} alt="" sizes="8rem" className="aspect-square w-full bg-muted object-contain" />
    </Link>
  );
}

function OrderRow({ order }: { order: DisplayedOwnOrder }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <Link
        to={orderPath(order.id)}
        className="inline-flex min-h-11 items-center font-semibold whitespace-nowrap text-primary-text underline-offset-4 hover:underline"
      >
        Order {order.orderNumber}
      </Link>
      <time dateTime={order.createdAt} className="text-muted-foreground">
        {formatShortDate(order.createdAt)}
      </time>
      <span className="ml-auto flex items-center gap-4">
        <StatusBadge status={order.status} />
        <span className="font-semibold tabular-nums">{formatDollars(order.total)}</span>
      </span>
    </li>
  );
}

interface Props {
  /** Completed ones, newest first. */
  designs: readonly DisplayedDesign[];
  /** Newest first. */
  orders: readonly DisplayedOwnOrder[];
  /** The page itself has a form for a new account. */
  hasAccountForm: boolean;
  className?: string;
}

/** The designs and orders of a guest. A sign-in or registration moves them to the account. */
export function GuestSessionPanel({ designs, orders, hasAccountForm, className }: Props) {
  return (
    <Card className={cn('flex flex-col gap-5 p-6', className)} role="region" aria-labelledby="guest-session-heading">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <div className="min-w-0 flex-1 basis-72">
          <h2 id="guest-session-heading" className="font-display text-xl font-bold">
            Keep your designs and orders
          </h2>
          <p className="mt-1 text-pretty text-muted-foreground">
            Only this browser knows them. With an account they are yours on every device.
          </p>
        </div>
        <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:w-full">
          {!hasAccountForm && (
            <Button asChild>
              <Link to="/auth?mode=register">Create Account</Link>
            </Button>
          )}
          <Button asChild variant="outline">
            <Link to="/auth">Sign In</Link>
          </Button>
        </div>
      </div>
      {designs.length > 0 && (
        <ul aria-label="Your designs" className="grid grid-cols-3 gap-3 sm:grid-cols-6">
          {designs.slice(0, DISPLAYED_MAX).map((design) => (
            <li key={design.id}>
              <DesignLink design={design} />
            </li>
          ))}
        </ul>
      )}
      {orders.length > 0 && (
        <ul aria-label="Your orders" className="divide-y divide-border border-t border-border">
          {orders.slice(0, DISPLAYED_MAX).map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </ul>
      )}
    </Card>
  );
}
