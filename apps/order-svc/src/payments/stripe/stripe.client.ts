import { Inject, Injectable } from '@nestjs/common';
import { BRAND } from '@shop/contracts/common';
import { CONFIG } from '@shop/service-kit';
import Stripe from 'stripe';
import { stripeSettings, type Config, type StripeSettings } from '../../config.js';

/** The version that these types and this code were written for; a newer library must not change it by itself. */
const API_VERSION = '2026-10-28.endive';

/** With its retry within the 15 s that the gateway waits for an answer: who pays is told in our words. The library's own 80 s are longer than anybody stays. */
const TIMEOUT_MS = 6_000;
const NETWORK_RETRIES = 1;

/** Made when it is first needed: a start without keys has none. */
@Injectable()
export class StripeClient {
  readonly settings: StripeSettings | null;
  private client: Stripe | undefined;

  constructor(@Inject(CONFIG) config: Config) {
    this.settings = stripeSettings(config);
  }

  get api(): Stripe {
    this.client ??= this.createClient();
    return this.client;
  }

  private createClient(): Stripe {
    if (!this.settings) throw new Error('Stripe is not set up');
    const { secretKey, apiHost } = this.settings;
    return new Stripe(secretKey, {
      apiVersion: API_VERSION,
      timeout: TIMEOUT_MS,
      maxNetworkRetries: NETWORK_RETRIES,
      telemetry: false,
      appInfo: { name: BRAND },
      ...(apiHost && toApiAddress(apiHost)),
    });
  }
}

/** As the library wants it; an IPv6 address stands there without its brackets. */
export function toApiAddress(apiHost: string): { protocol: 'http' | 'https'; host: string; port: string } {
  const { protocol, hostname, port } = new URL(apiHost);
  const isPlain = protocol === 'http:';
  return {
    protocol: isPlain ? 'http' : 'https',
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port || (isPlain ? '80' : '443'),
  };
}
