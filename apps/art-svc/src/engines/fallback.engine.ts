import { isDomainError } from '@shop/contracts/common';
import type { Logger } from 'pino';
import { EngineOutage, type OutageReason } from './engine-outage.js';
import {
  ImageEngine,
  type Commission,
  type DrawingTerms,
  type EngineArtwork,
  type OnProgress,
} from './image-engine.js';

/** Kept of the time for the second engine: the built-in one takes up to ten seconds on a busy machine. */
const RESERVE_MS = 15_000;

/** A key that is refused, or a bill unpaid, is not asked about at each drawing. */
const REST_MS = 5 * 60_000;

export interface FallbackOptions {
  /** The first engine, as an image's metadata calls it. */
  readonly name: string;
  readonly first: ImageEngine;
  readonly second: ImageEngine;
  readonly logger: Logger;
  readonly restMs?: number;
}

/** Draws with the first engine, and with the second one where the first is out (D17a). What the first one declines nobody draws. */
export class FallbackEngine extends ImageEngine {
  private rest: { readonly reason: OutageReason; readonly until: number } | null = null;

  constructor(private readonly options: FallbackOptions) {
    super();
  }

  async draw(
    commission: Commission,
    onProgress: OnProgress,
    signal: AbortSignal,
    terms: DrawingTerms,
  ): Promise<EngineArtwork> {
    const { name, first, second, logger } = this.options;
    let reason = this.restingFor();
    if (!reason) {
      try {
        return await first.draw(commission, onProgress, signal, {
          ...terms,
          deadlineAt: withReserve(terms.deadlineAt),
        });
      } catch (error) {
        if (signal.aborted || isDomainError(error) || !(error instanceof EngineOutage)) throw error;
        reason = error.reason;
        logger.warn({ reason, detail: error.message }, `${name} did not draw: the next engine does`);
        if (error.cure === 'nobody') this.letRest(error);
      }
    }
    onProgress(0, 'Changing the brush', null);
    const artwork = await second.draw(commission, onProgress, signal, terms);
    return { ...artwork, fallback: { from: name, reason } };
  }

  private restingFor(): OutageReason | null {
    if (this.rest && Date.now() >= this.rest.until) this.rest = null;
    return this.rest?.reason ?? null;
  }

  /** Said once a rest, however many drawings found out at the same time. */
  private letRest({ reason, message }: EngineOutage): void {
    if (this.restingFor()) return;
    const { name, logger, restMs = REST_MS } = this.options;
    this.rest = { reason, until: Date.now() + restMs };
    logger.error(
      { reason, detail: message },
      `${name} draws nothing until somebody sees to it: key, model or bill. It is left alone for ${Math.round(restMs / 60_000)} minutes`,
    );
  }
}

/** Half of what is left, where that is little. */
function withReserve(deadlineAt: Date): Date {
  const leftMs = Math.max(0, deadlineAt.getTime() - Date.now());
  return new Date(deadlineAt.getTime() - Math.min(RESERVE_MS, leftMs / 2));
}
