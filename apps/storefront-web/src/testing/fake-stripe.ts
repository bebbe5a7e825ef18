import { jest } from '@jest/globals';
import type { StripeElementsOptionsMode, StripePaymentElementOptions } from '@stripe/stripe-js';

interface Confirmed {
  return_url: string;
  payment_method_data: { billing_details: { email: string } };
}
type Answer = { error: { type: string; message?: string; payment_intent?: { id: string; status: string } } };

/** Stands where Stripe's script would: a box with a field in it, and what the page asked of it. */
export class FakeStripe {
  readonly keys: string[] = [];
  options: StripeElementsOptionsMode[] = [];
  elementOptions: StripePaymentElementOptions | undefined;
  mounted = 0;
  readonly confirmed: Confirmed[] = [];
  /** What was paid, with the amount that the form stood for. */
  readonly paid: { clientSecret: string; amount: number | undefined }[] = [];
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
      elements: (options: StripeElementsOptionsMode) => this.elements(options),
      confirmPayment: ({ confirmParams, clientSecret }: { confirmParams: Confirmed; clientSecret: string }) => {
        this.confirmed.push(confirmParams);
        this.paid.push({
          clientSecret,
          amount: this.options
            .map((options) => ('amount' in options ? options.amount : undefined))
            .findLast((amount) => amount !== undefined),
        });
        return this.answer();
      },
    };
  }

  private elements(options: StripeElementsOptionsMode) {
    this.options.push(options);
    return {
      create: (_type: 'payment', elementOptions: StripePaymentElementOptions) => this.element(elementOptions),
      getElement: () => null,
      update: (change: StripeElementsOptionsMode) => this.options.push(change),
      submit: () => Promise.resolve(this.invalid ? { error: this.invalid } : {}),
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
      mount: (box: HTMLElement) => {
        this.mounted += 1;
        box.replaceChildren('Payment Element');
      },
    };
  }
}
