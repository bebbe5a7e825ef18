/**
 * `degraded`: a service that works without the parts that are not up. `read-only` and `full`: a database that can be read only.
 * `refused`: a database or mail server that answers, but takes no work from this shop. The others are states of OpenAI.
 */
export type PartState =
  'up' | 'down' | 'degraded' | 'read-only' | 'full' | 'refused' | 'key-refused' | 'no-credit' | 'model-unknown';

/** Thrown by the check of a part that answers, but is not `up`. */
export class PartFault extends Error {
  override readonly name = 'PartFault';

  constructor(
    readonly state: Exclude<PartState, 'up'>,
    options?: ErrorOptions,
  ) {
    super(state, options);
  }
}
