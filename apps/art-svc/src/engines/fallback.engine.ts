import { isDomainError } from '@shop/contracts-common';
import { PartFault } from '@shop/service-kit';
import type { Logger } from 'pino';
import {
  type DrawingContext,
  type EngineArtwork,
  type GenerationInput,
  ImageEngine,
  type OnProgress,
} from './image-engine.js';
import { EngineOutage, type OutageReason } from './engine-outage.js';

/** Time reserved for the fallback: the built-in engine takes up to ten seconds on a busy machine. */
const RESERVE_MS = 15_000;

/**
 * A rejected key or an unpaid bill does not change within minutes, so the provider is not called for each drawing.
 */
const PAUSE_MS = 5 * 60_000;

const PART_STATES: Partial<Record<OutageReason, 'key-refused' | 'no-credit' | 'model-unknown'>> = {
  'key-refused': 'key-refused',
  'quota-spent': 'no-credit',
  'model-unknown': 'model-unknown',
};

export interface FallbackOptions {
  /** Name of the primary engine in an image's metadata. */
  readonly name: string;
  readonly primary: ImageEngine;
  readonly fallback: ImageEngine;
  readonly logger: Logger;
  readonly pauseMs?: number;
}

/**
 * Draws with the primary engine, and with the fallback during an outage of the primary. A photo or prompt that the
 * primary declines is not drawn at all.
 */
export class FallbackEngine extends ImageEngine {
  private pause: { readonly reason: OutageReason; readonly until: number } | null = null;
  private fault: OutageReason | null = null;

  constructor(private readonly options: FallbackOptions) {
    super();
  }

  async draw(
    input: GenerationInput,
    onProgress: OnProgress,
    signal: AbortSignal,
    context: DrawingContext,
  ): Promise<EngineArtwork> {
    const { name, primary, fallback, logger } = this.options;
    let reason = this.getPauseReason();
    if (!reason) {
      try {
        const artwork = await primary.draw(input, onProgress, signal, {
          ...context,
          deadlineAt: reserveFallbackTime(context.deadlineAt),
        });
        this.fault = null;
        return artwork;
      } catch (error) {
        if (signal.aborted || isDomainError(error) || !(error instanceof EngineOutage)) throw error;
        reason = error.reason;
        logger.warn({ reason, detail: error.message }, `${name} failed; the fallback engine draws`);
        if (error.response === 'pause-provider') this.pausePrimary(error);
      }
    }
    onProgress(0, 'Changing the brush', null);
    const artwork = await fallback.draw(input, onProgress, signal, context);
    return { ...artwork, fallback: { from: name, reason } };
  }

  /** Resolves unless the primary engine needs an operator. A fault lasts until the primary draws again. */
  checkPrimary(): Promise<void> {
    return this.fault ? Promise.reject(new PartFault(PART_STATES[this.fault] ?? 'down')) : Promise.resolve();
  }

  /** For a fault that was found without drawing. */
  reportFault(reason: OutageReason): void {
    this.fault = reason;
  }

  private getPauseReason(): OutageReason | null {
    if (this.pause && Date.now() >= this.pause.until) this.pause = null;
    return this.pause?.reason ?? null;
  }

  /** Logs one error for each pause, however many drawings fail at the same time. */
  private pausePrimary({ reason, message }: EngineOutage): void {
    this.fault = reason;
    if (this.getPauseReason()) return;
    const { name, logger, pauseMs = PAUSE_MS } = this.options;
    this.pause = { reason, until: Date.now() + pauseMs };
    logger.error(
      { reason, detail: message },
      `${name} fails until its key, model or billing is fixed; no calls for ${Math.round(pauseMs / 60_000)} minutes`,
    );
  }
}

/** Reserves at most half of the remaining time. */
function reserveFallbackTime(deadlineAt: Date): Date {
  const leftMs = Math.max(0, deadlineAt.getTime() - Date.now());
  return new Date(deadlineAt.getTime() - Math.min(RESERVE_MS, leftMs / 2));
}
