/**
 * The sandbox's stand-in for Stripe's browser script, with the calls that the shop uses (docs.stripe.com/js). The shop
 * loads it as a module; it defines `window.Stripe`.
 */
import type { Appearance, PaymentIntent, StripeError } from '@stripe/stripe-js';
import { openBankDialog } from './bank-dialog.js';
import { toCardParams } from './card-input.rules.js';
import { navigateTo } from './navigation.js';
import { PaymentElement, type PaymentElementOptions } from './payment-element.js';
import { PaymentIntents, type PaymentResult } from './payment-intents.js';
import { addStyles } from './styles.js';

interface ElementsOptions {
  clientSecret?: string;
  appearance?: Appearance;
}

class Elements {
  private element: PaymentElement | null = null;

  constructor(private options: ElementsOptions) {
    addStyles();
  }

  get clientSecret(): string | undefined {
    return this.options.clientSecret;
  }

  create(type: string, options: PaymentElementOptions = {}): PaymentElement {
    if (type !== 'payment') throw new Error(`The sandbox has no element of the type ${type}`);
    this.element = new PaymentElement(options, this.options.appearance ?? {});
    return this.element;
  }

  getElement(): PaymentElement | null {
    return this.element;
  }

  update(change: ElementsOptions): void {
    this.options = { ...this.options, ...change };
    if (change.appearance) this.element?.setAppearance(change.appearance);
  }

  submit(): Promise<{ error?: StripeError }> {
    const message = this.element?.validate();
    return Promise.resolve(message === undefined ? {} : { error: { type: 'validation_error', message } });
  }

  /** The amount is that of the intent, which the sandbox reads when it confirms the payment. */
  fetchUpdates(): Promise<{ error?: undefined }> {
    return Promise.resolve({});
  }
}

interface ConfirmOptions {
  elements: Elements;
  clientSecret?: string;
  confirmParams: {
    return_url: string;
    payment_method_data?: { billing_details?: { email?: string } };
  };
  redirect?: 'always' | 'if_required';
}

/** `{ card: { cvc: '123' } }` as `card[cvc]=123` below `payment_method_data`. */
function toMethodParams({ elements, confirmParams }: ConfirmOptions): Record<string, string> {
  const card = elements.getElement()?.card ?? { number: '', expiry: '', cvc: '' };
  const params = Object.entries(toCardParams(card)).map(([name, value]) => [
    `payment_method_data[card][${name}]`,
    value,
  ]);
  const email = confirmParams.payment_method_data?.billing_details?.email;
  return {
    ...(Object.fromEntries(params) as Record<string, string>),
    ...(email && { 'payment_method_data[billing_details][email]': email }),
    'payment_method_data[type]': 'card',
    return_url: confirmParams.return_url,
  };
}

function toReturnUrl(returnUrl: string, { id, client_secret: clientSecret, status }: PaymentIntent): string {
  const url = new URL(returnUrl);
  url.searchParams.set('payment_intent', id);
  url.searchParams.set('payment_intent_client_secret', clientSecret ?? '');
  url.searchParams.set('redirect_status', status);
  return url.href;
}

class SandboxStripe {
  private readonly intents: PaymentIntents;

  constructor(publishableKey: string) {
    this.intents = new PaymentIntents(publishableKey);
  }

  elements(options: ElementsOptions = {}): Elements {
    return new Elements(options);
  }

  /** Resolves only with an error, or if no redirect is needed; otherwise the browser leaves the page. */
  async confirmPayment(options: ConfirmOptions): Promise<PaymentResult> {
    const { elements, confirmParams, redirect = 'always' } = options;
    const clientSecret = options.clientSecret ?? elements.clientSecret;
    if (clientSecret === undefined) throw new Error('confirmPayment needs the client secret of a payment intent');
    const { error } = await elements.submit();
    if (error) return { error };
    const result = await this.confirmCard(clientSecret, options);
    if (result.error || redirect === 'if_required') return result;
    navigateTo(toReturnUrl(confirmParams.return_url, result.paymentIntent));
    return new Promise(() => undefined);
  }

  retrievePaymentIntent(clientSecret: string): Promise<PaymentResult> {
    return this.intents.retrieve(clientSecret);
  }

  /** @stripe/react-stripe-js recognises the script by this method and the next two. */
  createToken(): never {
    throw new Error('The sandbox takes cards by confirmPayment only');
  }

  createPaymentMethod(): never {
    return this.createToken();
  }

  confirmCardPayment(): never {
    return this.createToken();
  }

  private async confirmCard(clientSecret: string, options: ConfirmOptions): Promise<PaymentResult> {
    const params = toMethodParams(options);
    const result = await this.intents.confirm(clientSecret, params);
    if (result.error || result.paymentIntent.status !== 'requires_action') return result;
    return openBankDialog({
      intent: result.paymentIntent,
      last4: (params['payment_method_data[card][number]'] ?? '').slice(-4),
      onAnswer: (outcome) => this.intents.authenticate(clientSecret, outcome),
    });
  }
}

/** The release of Stripe's script that @stripe/stripe-js expects. */
const VERSION = 'endive';

Object.assign(window, { Stripe: Object.assign((key: string) => new SandboxStripe(key), { version: VERSION }) });
