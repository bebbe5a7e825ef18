import { createHash } from 'node:crypto';
import type { Background } from '@shop/contracts/art';
import type { StoredCutOut } from '../cut-outs/cut-outs.repository.js';

/** What a preview shows besides photo and style. */
export interface PreviewComposition {
  /** Null: the automatic one. */
  readonly correction: StoredCutOut | null;
  readonly background: Background;
  /** Cut-outs of the second to fourth pet, in their order. */
  readonly furtherCutOuts: readonly StoredCutOut[];
}

/**
 * SHA-256 of the composition, hex; null for the default one: the automatic cut-out alone, on the background of the
 * style.
 */
export function hashComposition({ correction, background, furtherCutOuts }: PreviewComposition): string | null {
  if (!correction && background === 'style' && furtherCutOuts.length === 0) return null;
  const content = JSON.stringify([correction?.id ?? null, background, furtherCutOuts.map(({ id }) => id)]);
  return createHash('sha256').update(content).digest('hex');
}
