import { Inject, Injectable } from '@nestjs/common';
import { BRAND } from '@shop/contracts-common';
import type { PaymentProviderName } from '@shop/contracts-order';
import { CONFIG } from '@shop/service-kit';
import Stripe from 'stripe';
import { stripeSettings, type Config, type StripeSettings } from '../../config.js';

/** The API version of the types and this code. A newer library must not change it. */
const API_VERSION = '2026-10-28.endive';

/**
 * With its retry it ends within the gateway's timeout of 15 s, so that customers see the shop's message. The library's
 * default is 80 s.
 */
const TIMEOUT_MS = 6_000;
const NETWORK_RETRIES = 1;

/** Stripe's library with the shop's keys, or those of the sandbox. */
@Injectable()
export class StripeClient {
  readonly settings: StripeSettings;
  readonly api: Stripe;

  constructor(@Inject(CONFIG) config: Config) {
    this.settings = stripeSettings(config);
    this.api = createClient(this.settings);
  }

  /** Payments of the sandbox are kept apart from those of Stripe. */
  get providerName(): PaymentProviderName {
    return this.settings.isSandbox ? 'sandbox' : 'stripe';
  }
}

const createClient = ({ secretKey, apiHost }: StripeSettings): Stripe =>
  new Stripe(secretKey, {
    apiVersion: API_VERSION,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: NETWORK_RETRIES,
    telemetry: false,
    appInfo: { name: BRAND },
    ...(apiHost && toApiAddress(apiHost)),
  });

/** The library's settings of another API address. An IPv6 address has no brackets there. */
export function toApiAddress(apiHost: string): { protocol: 'http' | 'https'; host: string; port: string } {
  const { protocol, hostname, port } = new URL(apiHost);
  const isPlain = protocol === 'http:';
  return {
    protocol: isPlain ? 'http' : 'https',
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port || (isPlain ? '80' : '443'),
  };
}
