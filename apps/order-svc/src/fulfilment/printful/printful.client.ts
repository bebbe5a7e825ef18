import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@shop/service-kit';
import { z } from 'zod';
import { printfulSettings, type Config, type PrintfulSettings } from '../../config.js';
import { PrintRefused } from '../print-provider.js';

/** Well below the lease of an order that is handed over. */
const ANSWER_WITHIN_MS = 20_000;

/** Every answer of version 1 of the API. */
const answerSchema = z.object({ result: z.unknown(), error: z.object({ message: z.string() }).optional() });

/** An answer that says no; `status` is HTTP's. */
export class PrintfulRefusal extends Error {
  override readonly name = 'PrintfulRefusal';

  constructor(
    readonly status: number,
    readonly words: string,
  ) {
    super(`Printful answers ${status}: ${words}`);
  }
}

/** Printful's REST API, version 1 (https://developers.printful.com/docs/). */
@Injectable()
export class PrintfulClient {
  private readonly settings: PrintfulSettings | null;

  constructor(@Inject(CONFIG) config: Config) {
    this.settings = printfulSettings(config);
  }

  /** What `result` holds. Throws PrintfulRefusal for a no, PrintRefused where the key is not accepted, anything else for an outage. */
  async call<Schema extends z.ZodType>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    schema: Schema,
    body?: object,
  ): Promise<z.output<Schema>> {
    const { apiKey, storeId, apiHost } = this.required();
    const response = await fetch(new URL(path, apiHost), {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(storeId ? { 'x-pf-store-id': storeId } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      body: body && JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const { result, error } = await read(response);
    if (response.ok) return schema.parse(result);
    const words = error?.message ?? (typeof result === 'string' ? result : response.statusText);
    throw refusalOf(response.status, words);
  }

  private required(): PrintfulSettings {
    if (!this.settings) throw new Error('Printful is not set up');
    return this.settings;
  }
}

/** A proxy's page in between is no answer of Printful's, whatever its status. */
async function read(response: Response): Promise<z.output<typeof answerSchema>> {
  const text = await response.text();
  try {
    return answerSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`Printful's answer (${response.status}) can't be read`, { cause });
  }
}

/** Too many requests, and anything from 500 up, are outages: tried again. A key that is not accepted is nothing that waiting mends. */
function refusalOf(status: number, words: string): Error {
  if (status === 401 || status === 403)
    return new PrintRefused(
      'Printful does not accept the shop’s API key. Please check PRINTFUL_API_KEY and PRINTFUL_STORE_ID.',
      words,
    );
  if (status === 408 || status === 429 || status >= 500) return new Error(`Printful answers ${status}: ${words}`);
  return new PrintfulRefusal(status, words);
}
