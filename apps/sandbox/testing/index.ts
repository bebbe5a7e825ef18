import { RequestFaultsService } from '../src/faults/request-faults.service.js';
import { PrinterControlService } from '../src/printful/printer-control.service.js';
import { readConfig } from '../src/config.js';
import { startSandboxApp } from '../src/sandbox-app.js';
import { SandboxStripe } from './sandbox-stripe.js';

export { findAccountBySecretKey } from '../src/stripe/accounts.rules.js';
export type { RecordedCall, SandboxStripe, StripeFault, WebhookEndpoint } from './sandbox-stripe.js';

export interface SandboxOptions {
  /** Address of an empty database. */
  databaseUrl: string;
  /** Further variables of the sandbox's configuration. */
  env?: Record<string, string>;
}

export interface Sandbox {
  url: string;
  stripe: SandboxStripe;
  /** Plans faults of the next calls. */
  faults: RequestFaultsService;
  /** Plays the printer's staff and the carriers. */
  printer: PrinterControlService;
  stop(): Promise<void>;
}

/** Starts the real sandbox on a free port. */
export async function startSandbox({ databaseUrl, env }: SandboxOptions): Promise<Sandbox> {
  const app = await startSandboxApp(
    readConfig({ PORT: '0', DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent', NODE_ENV: 'test', ...env }),
  );
  return {
    url: (await app.getUrl()).replace('[::1]', '127.0.0.1'),
    stripe: new SandboxStripe(app),
    faults: app.get(RequestFaultsService, { strict: false }),
    printer: app.get(PrinterControlService, { strict: false }),
    stop: () => app.close(),
  };
}
