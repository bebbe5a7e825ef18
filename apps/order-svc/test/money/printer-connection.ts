import { AsyncLocalStorage } from 'node:async_hooks';
import { SandboxPrintProvider } from '../../src/fulfilment/sandbox/sandbox-print.provider.js';
import { PrintRejectedError, type PrintOrder } from '../../src/fulfilment/print-provider.js';
import type { ModelShop } from './model-shop.js';

/** An order as it was submitted to the printer. */
export interface SubmittedOrder {
  recipient: PrintOrder['recipient'];
  lines: { id: string; selections: PrintOrder['lines'][number]['selections']; quantity: number; sha256: string }[];
}

export type PrinterResponse = 'received' | 'lost' | 'rejected';

/** Wraps the printer: a submission may be rejected, and the response to an accepted one may be lost. */
export class PrinterConnection {
  /** The last submission by order. The printer ignores repeated submissions. */
  readonly submitted = new Map<string, SubmittedOrder>();
  private readonly response = new AsyncLocalStorage<PrinterResponse>();

  constructor(shop: ModelShop) {
    const printer = shop.get(SandboxPrintProvider);
    const submit = printer.submit.bind(printer);
    printer.submit = async (order) => {
      if (this.response.getStore() === 'rejected')
        throw new PrintRejectedError('The printer does not take this order.', 'It has run out of ink');
      this.submitted.set(order.orderId, toSubmittedOrder(order));
      const answer = await submit(order);
      if (this.response.getStore() === 'lost') throw new Error('The response of the printer was lost');
      return answer;
    };
  }

  withResponse<Result>(answer: PrinterResponse, work: () => Promise<Result>): Promise<Result> {
    return this.response.run(answer, work);
  }
}

const toSubmittedOrder = ({ recipient, lines }: PrintOrder): SubmittedOrder => ({
  recipient,
  lines: lines.map(({ orderItemId, selections, quantity, file }) => ({
    id: orderItemId,
    selections,
    quantity,
    sha256: file.sha256,
  })),
});
