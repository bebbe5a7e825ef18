import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { CONFIG, readConfig, type Config } from '../src/config.js';
import { RequestFaultsService } from '../src/faults/request-faults.service.js';
import { PrinterControlService } from '../src/printful/printer-control.service.js';
import { WEBHOOK_TYPES, WebhooksService } from '../src/printful/webhooks.service.js';
import { startSandboxApp } from '../src/sandbox-app.js';
import { SandboxStripe } from './sandbox-stripe.js';

export { findAccountBySecretKey } from '../src/stripe/accounts.rules.js';
export { StripeError } from '../src/stripe/stripe-error.js';
export type { RecordedCall, SandboxStripe, StripeFault, WebhookEndpoint } from './sandbox-stripe.js';

export interface SandboxOptions {
  /** Address of an empty database. */
  databaseUrl: string;
  /** Further variables of the sandbox's configuration. */
  env?: Record<string, string>;
}

/** A request that does not go through the network. */
export interface InProcessRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers?: RequestInit['headers'];
  body?: RequestInit['body'];
}

export interface Sandbox {
  url: string;
  dataSource: DataSource;
  /** Calls the handlers in this process. */
  handleRequest(request: InProcessRequest): Promise<Response>;
  /** What the sandbox does at each call; tests change it. */
  config: Config;
  stripe: SandboxStripe;
  /** Plans faults of the next calls. */
  faults: RequestFaultsService;
  /** Plays the printer's staff and the carriers. */
  printer: PrinterControlService;
  /** Sets the address for the printer's webhooks. Null: it sends none. */
  sendPrinterWebhooks(url: string | null): Promise<void>;
  stop(): Promise<void>;
}

async function handleRequest(
  app: NestFastifyApplication,
  { method, url, headers, body }: InProcessRequest,
): Promise<Response> {
  const { statusCode: status, body: text } = await app.inject({
    method: method as 'GET',
    url,
    headers: Object.fromEntries(new Headers(headers)),
    ...(typeof body === 'string' && { payload: body }),
  });
  return new Response(text, { status });
}

/** Starts the real sandbox on a free port. */
export async function startSandbox({ databaseUrl, env }: SandboxOptions): Promise<Sandbox> {
  const app = await startSandboxApp(
    readConfig({ PORT: '0', DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent', NODE_ENV: 'test', ...env }),
  );
  const webhooks = app.get(WebhooksService, { strict: false });
  return {
    url: (await app.getUrl()).replace('[::1]', '127.0.0.1'),
    dataSource: app.get<DataSource>(getDataSourceToken(), { strict: false }),
    handleRequest: (request) => handleRequest(app, request),
    config: app.get<Config>(CONFIG, { strict: false }),
    stripe: new SandboxStripe(app),
    faults: app.get(RequestFaultsService, { strict: false }),
    printer: app.get(PrinterControlService, { strict: false }),
    sendPrinterWebhooks: (url) => (url ? webhooks.saveTarget({ url, types: WEBHOOK_TYPES }) : webhooks.deleteTarget()),
    stop: () => app.close(),
  };
}
