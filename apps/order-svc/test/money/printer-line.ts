import { AsyncLocalStorage } from 'node:async_hooks';
import { SandboxPrinter } from '../../src/fulfilment/sandbox/sandbox.printer.js';
import type { MoneyShop } from './money-shop.js';

/** Between the shop and its printer: what is said arrives, and the answer may be lost. */
export class PrinterLine {
  private readonly broken = new AsyncLocalStorage<boolean>();

  constructor(shop: MoneyShop) {
    const printer = shop.get(SandboxPrinter);
    const submit = printer.submit.bind(printer);
    printer.submit = async (order) => {
      const answer = await submit(order);
      if (this.broken.getStore()) throw new Error('The answer of the printer was lost');
      return answer;
    };
  }

  during<Result>(isUnheard: boolean, work: () => Promise<Result>): Promise<Result> {
    return this.broken.run(isUnheard, work);
  }
}
