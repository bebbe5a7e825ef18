import OpenAI from 'openai';
import type { Logger } from 'pino';
import type { OutageReason } from '../engine-outage.js';

const TIMEOUT_MS = 10_000;

/** Logs problems of the configured model at the start, now or soon. Never rejects. Resolves with the reason why no call can succeed. */
export async function checkModel(client: OpenAI, model: string, logger: Logger): Promise<OutageReason | null> {
  try {
    const { shutdown_date: shutdownDate } = await client.models.retrieve(model, {
      timeout: TIMEOUT_MS,
      maxRetries: 0,
    });
    if (shutdownDate) logger.warn({ model, shutdownDate }, describeShutdown(model, shutdownDate));
    return null;
  } catch (error) {
    logger.warn({ model, status: getStatus(error) }, describeError(error, model));
    return toPermanentReason(getStatus(error));
  }
}

function describeShutdown(model: string, date: string): string {
  return Date.parse(date) <= Date.now()
    ? `OpenAI shut the model ${model} down on ${date}: name another in OPENAI_IMAGE_MODEL`
    : `OpenAI will shut the model ${model} down on ${date}: name another in OPENAI_IMAGE_MODEL before`;
}

const getStatus = (error: unknown): number | undefined =>
  error instanceof OpenAI.APIError ? (error.status as number | undefined) : undefined;

function toPermanentReason(status: number | undefined): OutageReason | null {
  if (status === 404) return 'model-unknown';
  return status === 401 || status === 403 ? 'key-refused' : null;
}

function describeError(error: unknown, model: string): string {
  const status = getStatus(error);
  if (status === 404)
    return `OpenAI does not know the model ${model}, or has retired it: name another in OPENAI_IMAGE_MODEL`;
  if (status === 401 || status === 403) return 'OpenAI does not take the key in OPENAI_API_KEY, or not for this model';
  return 'Could not ask OpenAI about its model';
}
