import { jest } from '@jest/globals';
import type { StripeElementsOptionsMode, StripePaymentElementOptions } from '@stripe/stripe-js';

interface Confirmed {
  return_url: string;
  payment_method_data: { billing_details: { email: string } };
}
type ConfirmResult = { error: { type: string; message?: string; payment_intent?: { id: string; status: string } } };

/** Replaces Stripe's script and records the calls of the page. */
export class FakeStripe {
  readonly keys: string[] = [];
  options: StripeElementsOptionsMode[] = [];
  elementOptions: StripePaymentElementOptions | undefined;
  mounted = 0;
  readonly confirmed: Confirmed[] = [];
  /** Each confirmed payment, with the amount that the form was opened for. */
  readonly paid: { clientSecret: string; amount: number | undefined }[] = [];
  /** The validation error that `elements.submit()` returns. */
  invalid: ConfirmResult['error'] | undefined;
  /** The result of `confirmPayment`. By default it never resolves, because Stripe redirects the browser. */
  confirmResult: () => Promise<ConfirmResult> = () => new Promise(() => undefined);

  private static current: FakeStripe;

  /** Stripe's loader caches the first script it finds, so that script delegates to the fake of the current test. */
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
        return this.confirmResult();
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
