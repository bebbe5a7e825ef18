import { AsyncLocalStorage } from 'node:async_hooks';
import { SandboxPrinter } from '../../src/fulfilment/sandbox/sandbox.printer.js';
import { PrintRefused, type PrintOrder } from '../../src/fulfilment/print-provider.js';
import type { MoneyShop } from './money-shop.js';

/** Of an order as it was said to the printer. */
export interface Said {
  recipient: PrintOrder['recipient'];
  lines: { id: string; selections: PrintOrder['lines'][number]['selections']; quantity: number; sha256: string }[];
}

export type PrinterAnswer = 'heard' | 'lost' | 'refused';

/** Between the shop and its printer: what is said arrives, unless it is refused, and the answer may be lost. */
export class PrinterLine {
  /** By order, what was said last: a printer that knew the order already is not told again. */
  readonly said = new Map<string, Said>();
  private readonly answer = new AsyncLocalStorage<PrinterAnswer>();

  constructor(shop: MoneyShop) {
    const printer = shop.get(SandboxPrinter);
    const submit = printer.submit.bind(printer);
    printer.submit = async (order) => {
      if (this.answer.getStore() === 'refused')
        throw new PrintRefused('The printer does not take this order.', 'It has run out of ink');
      this.said.set(order.orderId, saidOf(order));
      const answer = await submit(order);
      if (this.answer.getStore() === 'lost') throw new Error('The answer of the printer was lost');
      return answer;
    };
  }

  during<Result>(answer: PrinterAnswer, work: () => Promise<Result>): Promise<Result> {
    return this.answer.run(answer, work);
  }
}

const saidOf = ({ recipient, lines }: PrintOrder): Said => ({
  recipient,
  lines: lines.map(({ orderItemId, selections, quantity, file }) => ({
    id: orderItemId,
    selections,
    quantity,
    sha256: file.sha256,
  })),
});
