/** Why a provider could not draw although nothing was wrong with photo and prompt. */
export type OutageReason =
  | 'rate-limited'
  | 'provider-error'
  | 'unreachable'
  | 'timed-out'
  | 'broken-answer'
  | 'request-refused'
  | 'key-refused'
  | 'model-unknown'
  | 'quota-spent';

/** `again`: the next try may go better. `another`: the same call would fail again, others may not. `nobody`: no call will do until somebody sees to it. */
export type OutageCure = 'again' | 'another' | 'nobody';

const CURES: Record<OutageReason, OutageCure> = {
  'rate-limited': 'again',
  'provider-error': 'again',
  unreachable: 'again',
  'timed-out': 'again',
  'broken-answer': 'again',
  'request-refused': 'another',
  'key-refused': 'nobody',
  'model-unknown': 'nobody',
  'quota-spent': 'nobody',
};

/** A provider's outage (D17a): another engine may draw instead. */
export class EngineOutage extends Error {
  constructor(
    readonly reason: OutageReason,
    message: string,
    /** How long the provider asks to be left alone; null where it does not say. */
    readonly retryAfterMs: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'EngineOutage';
  }

  get cure(): OutageCure {
    return CURES[this.reason];
  }
}
