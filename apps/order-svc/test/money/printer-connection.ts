import { AsyncLocalStorage } from 'node:async_hooks';
import type { ModelShop } from './model-shop.js';

export type PrinterResponse = 'received' | 'lost' | 'rejected';

const REJECTED = { code: 400, result: 'It has run out of ink' };

/**
 * Calls the sandbox's handlers of Printful's API in this process, one turn of the scheduler each. A submission may be
 * rejected, and the answer to an accepted one may be lost.
 */
export class PrinterConnection {
  private readonly response = new AsyncLocalStorage<PrinterResponse>();

  constructor(private readonly shop: ModelShop) {
    const fetchOverNetwork = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      return url.origin === shop.sandboxUrl ? this.call(url, init) : fetchOverNetwork(input, init);
    };
  }

  withResponse<Result>(answer: PrinterResponse, work: () => Promise<Result>): Promise<Result> {
    return this.response.run(answer, work);
  }

  private async call(
    { pathname, search }: URL,
    { method = 'GET', headers, body }: RequestInit = {},
  ): Promise<Response> {
    const isSubmission = method === 'POST' || method === 'PUT';
    const outcome = isSubmission ? this.response.getStore() : 'received';
    if (outcome === 'rejected') return Response.json(REJECTED, { status: 400 });
    const call = `${method} ${pathname}`;
    const answer = await this.shop.scheduler.runStatement(call, () =>
      this.shop.callSandbox({ method, url: pathname + search, headers, body }),
    );
    if (outcome === 'lost') throw new TypeError('The response of the printer was lost');
    return answer;
  }
}
