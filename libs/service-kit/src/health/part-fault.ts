import type { PartState } from './readiness.js';

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
