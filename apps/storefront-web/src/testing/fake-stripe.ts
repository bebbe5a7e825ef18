import { jest } from '@jest/globals';
import type { StripeElementsOptionsClientSecret, StripePaymentElementOptions } from '@stripe/stripe-js';

interface Confirmed {
  return_url: string;
  payment_method_data: { billing_details: { email: string } };
}
type Answer = { error: { type: string; message?: string; payment_intent?: { id: string; status: string } } };

/** Stands where Stripe's script would: a box with a field in it, and what the page asked of it. */
export class FakeStripe {
  readonly keys: string[] = [];
  options: StripeElementsOptionsClientSecret[] = [];
  elementOptions: StripePaymentElementOptions | undefined;
  fetched = 0;
  readonly confirmed: Confirmed[] = [];
  /** What the customer has left wrong in the form. */
  invalid: Answer['error'] | undefined;
  /** Stripe answers a page only where it does not lead the browser away. */
  answer: () => Promise<Answer> = () => new Promise(() => undefined);

  private static current: FakeStripe;

  /** The loader keeps the first script it finds for good; so that one asks for the fake of this test. */
  static install(): FakeStripe {
    const script = (key: string) => {
      FakeStripe.current.keys.push(key);
      return FakeStripe.current.stripe();
    };
    (window as { Stripe?: unknown }).Stripe = Object.assign(script, { version: 'endive' });
    FakeStripe.current = new FakeStripe();
    return FakeStripe.current;
  }

  private stripe() {
    return {
      createToken: jest.fn(),
      createPaymentMethod: jest.fn(),
      confirmCardPayment: jest.fn(),
      elements: (options: StripeElementsOptionsClientSecret) => this.elements(options),
      confirmPayment: ({ confirmParams }: { confirmParams: Confirmed }) => {
        this.confirmed.push(confirmParams);
        return this.answer();
      },
    };
  }

  private elements(options: StripeElementsOptionsClientSecret) {
    this.options.push(options);
    return {
      create: (_type: 'payment', elementOptions: StripePaymentElementOptions) => this.element(elementOptions),
      getElement: () => null,
      update: (change: StripeElementsOptionsClientSecret) => this.options.push(change),
      submit: () => Promise.resolve(this.invalid ? { error: this.invalid } : {}),
      fetchUpdates: () => {
        this.fetched += 1;
        return Promise.resolve({});
      },
    };
  }

  private element(options: StripePaymentElementOptions) {
    this.elementOptions = options;
    return {
      on: (event: string, listener: () => void) => {
        if (event === 'ready') setTimeout(listener);
      },
      off: jest.fn(),
      update: (change: StripePaymentElementOptions) => {
        this.elementOptions = { ...this.elementOptions, ...change };
      },
      destroy: jest.fn(),
      mount: (box: HTMLElement) => box.replaceChildren('Payment Element'),
    };
  }
}
