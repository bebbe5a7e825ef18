import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@shop/contracts/common';
import type { PrintProviderName } from '@shop/contracts/order';
import { CONFIG } from '@shop/service-kit';
import { printfulSettings, printProviderName, type Config } from '../config.js';
import { PrintfulProvider } from './printful/printful.provider.js';
import type { PrintProvider } from './print-provider.js';
import { SandboxPrintProvider } from './sandbox/sandbox-print.provider.js';

/** Finds the printer of new orders and of existing ones. */
@Injectable()
export class PrintProviders {
  /** Null: an admin prints by hand. */
  readonly current: PrintProvider | null;
  private readonly isPrintfulOn: boolean;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly sandbox: SandboxPrintProvider,
    private readonly printful: PrintfulProvider,
  ) {
    this.isPrintfulOn = printfulSettings(config) !== null;
    this.current = { sandbox, printful, 'by-hand': null }[printProviderName(config)];
  }

  /** The printers that are configured. */
  get reachable(): PrintProviderName[] {
    return this.isPrintfulOn ? ['sandbox', 'printful'] : ['sandbox'];
  }

  get reportingDelivery(): PrintProviderName[] {
    return [this.sandbox, this.printful].filter(({ reportsDelivery }) => reportsDelivery).map(({ name }) => name);
  }

  /** An order stays with its printer when the configuration changes. Null: printed by hand. */
  getProvider(name: PrintProviderName): PrintProvider | null {
    if (name === 'by-hand') return null;
    if (name === 'sandbox') return this.sandbox;
    if (this.isPrintfulOn) return this.printful;
    throw new DomainError(
      'PRINT_PROVIDER_OFF',
      'unavailable',
      'This order is at a printer that is not set up right now. Please try again later.',
    );
  }
}
