import type { CustomerOrder } from '@shop/contracts/order';
import { Button, type ButtonProps } from '@shop/web-ui';
import { Printer } from 'lucide-react';
import { useIsPrinting } from '../use-is-printing.js';
import { Receipt } from './receipt.js';

/** Prints the receipt, as the browser's own command does on a page that shows this button; of use once the order is there. */
export function PrintReceipt({
  customerOrder,
  ...look
}: { customerOrder: CustomerOrder | undefined } & Pick<ButtonProps, 'variant' | 'size' | 'className'>) {
  const isPrinting = useIsPrinting();
  return (
    <>
      <Button variant="outline" {...look} disabled={!customerOrder} onClick={() => window.print()}>
        <Printer aria-hidden />
        Print Receipt
      </Button>
      {isPrinting && customerOrder && <Receipt customerOrder={customerOrder} />}
    </>
  );
}
