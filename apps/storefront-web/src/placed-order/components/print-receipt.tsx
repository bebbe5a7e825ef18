import type { DisplayedCustomerOrder } from '@shop/contracts/order';
import { Button, type ButtonProps } from '@shop/web-ui';
import { Printer } from 'lucide-react';
import { useIsPrinting } from '../use-is-printing.js';
import { Receipt } from './receipt.js';

/**
 * Button that prints the receipt; disabled until the order is loaded. The browser's own print command prints the
 * receipt as well.
 */
export function PrintReceipt({
  customerOrder,
  ...buttonProps
}: { customerOrder: DisplayedCustomerOrder | undefined } & Pick<ButtonProps, 'variant' | 'size' | 'className'>) {
  const isPrinting = useIsPrinting();
  return (
    <>
      <Button variant="outline" {...buttonProps} disabled={!customerOrder} onClick={() => window.print()}>
        <Printer aria-hidden />
        Print Receipt
      </Button>
      {isPrinting && customerOrder && <Receipt customerOrder={customerOrder} />}
    </>
  );
}
