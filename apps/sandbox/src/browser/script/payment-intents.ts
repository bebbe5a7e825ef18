import type { PaymentIntent, StripeError } from '@stripe/stripe-js';

/** As Stripe's script answers. */
export type PaymentResult =
  { paymentIntent: PaymentIntent; error?: undefined } | { paymentIntent?: undefined; error: StripeError };

const UNREACHABLE = 'The payment could not be sent. Please check your connection and try again.';

/** Stripe's JSON, or the text of an error of the gateway. */
async function readAnswer(response: Response): Promise<PaymentResult> {
  const text = await response.text();
  if (response.ok) return { paymentIntent: JSON.parse(text) as PaymentIntent };
  try {
    return { error: (JSON.parse(text) as { error: StripeError }).error };
  } catch {
    return { error: { type: 'api_error', message: text } };
  }
}

/** The calls of a payment page on one payment intent: allowed by the publishable key and the intent's client secret. */
export class PaymentIntents {
  constructor(private readonly publishableKey: string) {}

  retrieve(clientSecret: string): Promise<PaymentResult> {
    return this.send('GET', `${this.toPath(clientSecret)}?${this.toParams(clientSecret).toString()}`);
  }

  confirm(clientSecret: string, params: Record<string, string>): Promise<PaymentResult> {
    return this.send('POST', `${this.toPath(clientSecret)}/confirm`, this.toParams(clientSecret, params));
  }

  authenticate(clientSecret: string, outcome: 'succeed' | 'fail'): Promise<PaymentResult> {
    return this.send('POST', `${this.toPath(clientSecret)}/authenticate`, this.toParams(clientSecret, { outcome }));
  }

  private async send(method: 'GET' | 'POST', path: string, body?: URLSearchParams): Promise<PaymentResult> {
    try {
      return await readAnswer(await fetch(path, { method, body }));
    } catch {
      return { error: { type: 'api_connection_error', message: UNREACHABLE } };
    }
  }

  private toPath(clientSecret: string): string {
    return `/sandbox/v1/payment_intents/${encodeURIComponent(clientSecret.split('_secret_')[0] ?? '')}`;
  }

  private toParams(clientSecret: string, params: Record<string, string> = {}): URLSearchParams {
    return new URLSearchParams({ key: this.publishableKey, client_secret: clientSecret, ...params });
  }
}
