import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@shop/service-kit';
import { withSpan } from '@shop/tracing';
import { z } from 'zod';
import { printfulSettings, type Config, type PrintfulSettings } from '../../config.js';
import { PrintRejectedError } from '../print-provider.js';

/** Far below the timeout of a submission's job. */
const TIMEOUT_MS = 20_000;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The envelope of every response of API version 1. */
const responseSchema = z.object({ result: z.unknown(), error: z.object({ message: z.string() }).optional() });

/** Printful refused a request; `status` is the HTTP status. */
export class PrintfulApiError extends Error {
  override readonly name = 'PrintfulRefusal';

  constructor(
    readonly status: number,
    readonly detail: string,
  ) {
    super(`Printful answers ${status}: ${detail}`);
  }
}

/** Printful's REST API, version 1 (https://developers.printful.com/docs/). */
@Injectable()
export class PrintfulClient {
  private readonly settings: PrintfulSettings | null;

  constructor(@Inject(CONFIG) config: Config) {
    this.settings = printfulSettings(config);
  }

  /**
   * Returns `result`. Throws PrintfulApiError if Printful refuses, PrintRejectedError if the key is not accepted, any other
   * error for an outage.
   */
  call<Schema extends z.ZodType>(
    method: Method,
    path: string,
    schema: Schema,
    body?: object,
  ): Promise<z.output<Schema>> {
    // Without the ids in the path.
    const operation = `${method} ${/^\/[a-z-]+/.exec(path)?.[0] ?? ''}`;
    const attributes = { 'peer.service': 'printful', 'http.request.method': method };
    return withSpan(`printful ${operation}`, { kind: 'client', attributes }, () =>
      this.send(method, path, schema, body),
    );
  }

  private async send<Schema extends z.ZodType>(
    method: Method,
    path: string,
    schema: Schema,
    body?: object,
  ): Promise<z.output<Schema>> {
    const { apiKey, storeId, apiHost } = this.getSettings();
    const response = await fetch(new URL(path, apiHost), {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(storeId ? { 'x-pf-store-id': storeId } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body && JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { result, error } = await readResponse(response);
    if (response.ok) return schema.parse(result);
    const detail = error?.message ?? (typeof result === 'string' ? result : response.statusText);
    throw toError(response.status, detail);
  }

  private getSettings(): PrintfulSettings {
    if (!this.settings) throw new Error('Printful is not set up');
    return this.settings;
  }
}

/** A proxy's error page is not a response of Printful, whatever its status. */
async function readResponse(response: Response): Promise<z.output<typeof responseSchema>> {
  const text = await response.text();
  try {
    return responseSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`Printful's answer (${response.status}) can't be read`, { cause });
  }
}

/** Rate limits and statuses from 500 are outages, which are retried. A key that is not accepted needs an admin. */
function toError(status: number, detail: string): Error {
  if (status === 401 || status === 403)
    return new PrintRejectedError(
      'Printful does not accept the shop’s API key. Please check PRINTFUL_API_KEY and PRINTFUL_STORE_ID.',
      detail,
    );
  if (status === 408 || status === 429 || status >= 500) return new Error(`Printful answers ${status}: ${detail}`);
  return new PrintfulApiError(status, detail);
}
