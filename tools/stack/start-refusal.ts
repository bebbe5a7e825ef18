/** A reason not to start (or go on) that is told to the person in one sentence, without a stack. */
export class StartRefusal extends Error {
  override name = 'StartRefusal';
}

/** The message of anything thrown; some drivers throw errors whose message is empty and whose code says it. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (error instanceof Error) return error.message || (error as NodeJS.ErrnoException).code || error.name;
  return String(error);
}
