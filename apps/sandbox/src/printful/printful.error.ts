import type { z } from 'zod';

/** A rejection, as Printful's API answers it. */
export class PrintfulError extends Error {
  override readonly name = 'PrintfulError';

  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const REASONS: Readonly<Record<number, string>> = { 401: 'Unauthorized', 404: 'NotFound' };

/** The envelope of each successful answer. */
export const toAnswer = <Result>(result: Result): { code: 200; result: Result } => ({ code: 200, result });

export const toRejection = ({ status, message }: PrintfulError) => ({
  code: status,
  result: message,
  error: { reason: REASONS[status] ?? 'BadRequest', message },
});

/** Throws PrintfulError with the first problem. */
export function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new PrintfulError(400, `${issue?.path.join('.') || 'The body'}: ${issue?.message}`);
}
