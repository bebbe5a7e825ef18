/** Why a provider failed although photo and prompt were valid. */
export type OutageReason =
  | 'rate-limited'
  | 'provider-error'
  | 'unreachable'
  | 'timed-out'
  | 'broken-answer'
  | 'background-ignored'
  | 'request-refused'
  | 'key-refused'
  | 'model-unknown'
  | 'quota-spent'
  | 'budget-spent';

/**
 * `retry`: another attempt may succeed. `use-other-engine`: the same call would fail again. `pause-provider`: every
 * call fails until an operator acts.
 */
export type OutageResponse = 'retry' | 'use-other-engine' | 'pause-provider';

const RESPONSES: Record<OutageReason, OutageResponse> = {
  'rate-limited': 'retry',
  'provider-error': 'retry',
  unreachable: 'retry',
  'timed-out': 'retry',
  'broken-answer': 'retry',
  // A second drawing costs as much and most probably ends the same.
  'background-ignored': 'use-other-engine',
  'request-refused': 'use-other-engine',
  // The budget of another customer may have room.
  'budget-spent': 'use-other-engine',
  'key-refused': 'pause-provider',
  'model-unknown': 'pause-provider',
  'quota-spent': 'pause-provider',
};

/** A provider's outage; another engine may draw instead. */
export class EngineOutage extends Error {
  constructor(
    readonly reason: OutageReason,
    message: string,
    /** The provider's requested delay before a retry; null without one. */
    readonly retryAfterMs: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'EngineOutage';
  }

  get response(): OutageResponse {
    return RESPONSES[this.reason];
  }
}
