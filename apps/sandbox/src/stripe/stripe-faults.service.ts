import { Injectable } from '@nestjs/common';
import type { StripeErrorBody } from './stripe-error.js';

export interface StripeFault {
  status: number;
  error: StripeErrorBody;
}

export interface RecordedCall {
  method: string;
  path: string;
  /** As sent, such as `metadata[orderId]`. */
  params: Record<string, string>;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Failures of the next calls, and the calls so far, for tests and developers. They are of this process, and never stored. */
@Injectable()
export class StripeFaults {
  /**
   * One for each of the next calls. A status is stored by idempotency key, as Stripe stores its own faults. `hang up`: the
   * connection is closed and nothing done. `hang up after`: the call is done and the connection closed. Null: no fault.
   */
  readonly next: (StripeFault | 'hang up' | 'hang up after' | null)[] = [];
  /** Calls of this path and below fail with status 500. */
  failingPath: string | null = null;
  /** The keys are restricted ones that may not read their account. */
  isAccountForbidden = false;
  /** Calls with an idempotency key wait for this. */
  gate: Promise<unknown> | null = null;
  /** Null: calls are not recorded. */
  calls: RecordedCall[] | null = null;
}
