import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts-common';
import type { PrintProviderName } from '@shop/contracts-order';
import { CONFIG } from '@shop/service-kit';
import { printfulSettings, type Config } from '../config.js';
import { PrintfulProvider } from './printful/printful.provider.js';
import type { PrintProvider } from './print-provider.js';

/** Finds the printer of new orders and of existing ones. */
@Injectable()
export class PrintProviders {
  /** Printful or the sandbox. Null: an admin prints by hand. */
  readonly current: PrintProvider | null;

  constructor(@Inject(CONFIG) config: Config, printful: PrintfulProvider) {
    this.current = printfulSettings(config) && printful;
  }

  /** The printers that are configured. */
  get reachable(): PrintProviderName[] {
    return this.current ? [this.current.name] : [];
  }

  /** An order stays with its printer when the configuration changes. Null: printed by hand. */
  getProvider(name: PrintProviderName): PrintProvider | null {
    if (name === 'by-hand') return null;
    if (name === this.current?.name) return this.current;
    throw new DomainError(
      'PRINT_PROVIDER_OFF',
      'unavailable',
      'This order is at a printer that is not set up right now. Please try again later.',
    );
  }
}
