/** What an engine draws from. */
export interface Commission {
  /** The customer's photo: JPEG or PNG, upright, sRGB, without metadata. */
  readonly photo: Uint8Array;
  readonly styleKey: string;
  /** What the style says about itself, for engines that understand language. */
  readonly promptTemplate: string;
  readonly prompt: string | null;
  readonly petName: string | null;
  /** Where an engine leaves anything to chance, this decides: the same commission gives the same artwork. */
  readonly seed: number;
}

export interface EngineArtwork {
  /** PNG, sRGB, 1024 px or more on its long side. */
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Which engine made it, for the image's metadata (D17). */
  readonly engine: string;
  readonly engineVersion: string;
}

/** `share` 0…1 of the drawing, `stage` a few words for the waiting customer. */
export type OnProgress = (share: number, stage: string) => void;

/**
 * Makes an artwork of a photo. Rejects with a DomainError of the kind `impossible` where the engine declines photo or prompt,
 * with the signal's reason when it is aborted, and with any other error where drawing failed.
 */
export abstract class ImageEngine {
  abstract draw(commission: Commission, onProgress: OnProgress, signal: AbortSignal): Promise<EngineArtwork>;
}
