import { AsyncLocalStorage } from 'node:async_hooks';
import { SandboxPrinter } from '../../src/fulfilment/sandbox/sandbox.printer.js';
import { PrintRefused, type PrintOrder } from '../../src/fulfilment/print-provider.js';
import type { ModelShop } from './model-shop.js';

/** Of an order as it was said to the printer. */
export interface SubmittedOrder {
  recipient: PrintOrder['recipient'];
  lines: { id: string; selections: PrintOrder['lines'][number]['selections']; quantity: number; sha256: string }[];
}

export type PrinterResponse = 'heard' | 'lost' | 'refused';

/** Between the shop and its printer: what is said arrives, unless it is refused, and the answer may be lost. */
export class PrinterConnection {
  /** By order, what was said last: a printer that knew the order already is not told again. */
  readonly submitted = new Map<string, SubmittedOrder>();
  private readonly response = new AsyncLocalStorage<PrinterResponse>();

  constructor(shop: ModelShop) {
    const printer = shop.get(SandboxPrinter);
    const submit = printer.submit.bind(printer);
    printer.submit = async (order) => {
      if (this.response.getStore() === 'refused')
        throw new PrintRefused('The printer does not take this order.', 'It has run out of ink');
      this.submitted.set(order.orderId, toSubmittedOrder(order));
      const answer = await submit(order);
      if (this.response.getStore() === 'lost') throw new Error('The answer of the printer was lost');
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
