import * as z from 'zod/mini';
import { ApiError } from './api-error.js';
import { parseRetryAfterSeconds } from './retry-after.js';

/** The used fields of RFC 9457. */
const problemSchema = z.object({
  detail: z.string(),
  errors: z._default(z.record(z.string(), z.string()), {}),
});

function parseProblem(response: Response, body: string): z.output<typeof problemSchema> | null {
  if (!(response.headers.get('content-type') ?? '').includes('application/problem+json')) return null;
  try {
    return problemSchema.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}

/** The error of a response outside 2xx: a short text, or a problem document. */
export async function readApiError(response: Response): Promise<ApiError> {
  const body = (await response.text()).trim();
  const problem = parseProblem(response, body);
  return new ApiError(
    response.status,
    problem?.detail ?? (body || response.statusText),
    parseRetryAfterSeconds(response.headers.get('retry-after')),
    problem?.errors,
  );
}
