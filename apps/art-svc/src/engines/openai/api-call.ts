import { DomainError } from '@shop/contracts/common';
import OpenAI from 'openai';
import type { EngineOutage } from '../engine-outage.js';
import type { ProviderCall } from '../image-engine.js';
import { computeCostMicroUsd, type TokenUsage } from './call-cost.rules.js';

/** Collects the data of one call for the job's record. A failed call may be charged for too. */
export class ApiCall {
  private readonly startedAt = performance.now();
  private requestId: string | null = null;
  private usage: TokenUsage | null = null;

  constructor(private readonly model: string) {}

  setRequestId(requestId: string | null): void {
    this.requestId = requestId;
  }

  setUsage(usage: TokenUsage | null): void {
    this.usage = usage;
  }

  /** `failure` is the converted error; null where the drawing itself was aborted. */
  toFailedCall(error: unknown, failure: DomainError | EngineOutage | null): ProviderCall {
    if (error instanceof OpenAI.APIError) this.requestId ??= error.requestID ?? null;
    if (!failure) return this.toProviderCall('aborted');
    return this.toProviderCall(failure instanceof DomainError ? 'declined' : failure.reason);
  }

  toProviderCall(outcome: string): ProviderCall {
    const { model, requestId, usage } = this;
    return {
      provider: 'openai',
      model,
      outcome,
      tookMs: Math.round(performance.now() - this.startedAt),
      requestId,
      inputTextTokens: usage?.inputTextTokens ?? null,
      inputImageTokens: usage?.inputImageTokens ?? null,
      outputTokens: usage?.outputTokens ?? null,
      costMicroUsd: usage && computeCostMicroUsd(model, usage),
    };
  }
}
