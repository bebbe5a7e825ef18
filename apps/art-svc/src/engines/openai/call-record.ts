import { DomainError } from '@shop/contracts/common';
import OpenAI from 'openai';
import type { EngineOutage } from '../engine-outage.js';
import type { ProviderCall } from '../image-engine.js';
import { costMicroUsdOf, type TokenUsage } from './call-cost.rules.js';

/** Notes one call while it runs, for the job to remember: also one that failed may have been charged for. */
export class CallRecord {
  private readonly begunAt = performance.now();
  private requestId: string | null = null;
  private usage: TokenUsage | null = null;

  constructor(private readonly model: string) {}

  accepted(requestId: string | null): void {
    this.requestId = requestId;
  }

  charged(usage: TokenUsage | null): void {
    this.usage = usage;
  }

  /** `failure` is what the error means; null where the drawing itself was ended. */
  failed(error: unknown, failure: DomainError | EngineOutage | null): ProviderCall {
    if (error instanceof OpenAI.APIError) this.requestId ??= error.requestID ?? null;
    if (!failure) return this.ended('aborted');
    return this.ended(failure instanceof DomainError ? 'declined' : failure.reason);
  }

  ended(outcome: string): ProviderCall {
    const { model, requestId, usage } = this;
    return {
      provider: 'openai',
      model,
      outcome,
      tookMs: Math.round(performance.now() - this.begunAt),
      requestId,
      inputTextTokens: usage?.inputTextTokens ?? null,
      inputImageTokens: usage?.inputImageTokens ?? null,
      outputTokens: usage?.outputTokens ?? null,
      costMicroUsd: usage && costMicroUsdOf(model, usage),
    };
  }
}
