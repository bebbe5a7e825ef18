import type { DisplayedCustomerOrder } from '@shop/contracts-order';
import { getReceipt } from '@shop/contracts-order/routes';
import { api } from '@shop/web-kit';
import { Button, type ButtonProps } from '@shop/web-ui';
import { Download } from 'lucide-react';
import { toOrderCall, type OrderAccess } from './order.queries.js';

/** A link to the receipt as PDF; nothing where the server has none. */
export function DownloadReceipt({
  access,
  customerOrder,
  ...buttonProps
}: { access: OrderAccess; customerOrder: DisplayedCustomerOrder } & Pick<ButtonProps, 'size' | 'className'>) {
  if (!customerOrder.hasReceipt) return null;
  return (
    <Button asChild variant="outline" {...buttonProps}>
      <a href={api.url(getReceipt, toOrderCall(access))} download>
        <Download aria-hidden />
        Receipt (PDF)
      </a>
    </Button>
  );
}
