/** What an engine draws from. */
export interface Commission {
  /** The customer's photo: JPEG or PNG, upright, sRGB, without metadata. */
  readonly photo: Uint8Array;
  readonly styleKey: string;
  /** What the style says about itself, for engines that understand language. */
  readonly promptTemplate: string;
  readonly prompt: string | null;
  readonly petName: string | null;
  /** Width to height of the print area it is meant for, for engines that can choose their picture's shape; null where no product was known. */
  readonly printShape: number | null;
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
  /** What decided it besides style, prompt, name, seed and photo; kept with the image. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Set where another engine should have made it, and why it did not (D17a). */
  readonly fallback?: { readonly from: string; readonly reason: string };
}

/** One call that a provider may charge for, as the job remembers it. What the provider did not say is null. */
export interface ProviderCall {
  readonly provider: string;
  readonly model: string;
  /** `drawn`, `declined`, or why it was in vain. */
  readonly outcome: string;
  readonly tookMs: number;
  /** The provider's own id of the call, for questions to it. */
  readonly requestId: string | null;
  readonly inputTextTokens: number | null;
  readonly inputImageTokens: number | null;
  readonly outputTokens: number | null;
  /** Millionths of a US dollar. */
  readonly costMicroUsd: number | null;
}

/** What holds for a drawing besides what is drawn. */
export interface DrawingTerms {
  /** The engine is to be done by then; the signal is aborted at the job's own deadline at the latest. */
  readonly deadlineAt: Date;
  /** A stable name of who asked that tells nobody who it is. */
  readonly customer: string;
  /** Told of each call as it ends, also of those in vain. */
  readonly onCall: (call: ProviderCall) => void;
}

/**
 * `share` 0…1 of the drawing, `stage` a few words for the waiting customer. `preview` is the artwork so far, an image file of any size; null takes
 * the last one back.
 */
export type OnProgress = (share: number, stage: string, preview?: Uint8Array | null) => void;

/**
 * Makes an artwork of a photo. Rejects with a DomainError of the kind `impossible` where the engine declines photo or prompt,
 * with the signal's reason when it is aborted, and with any other error where drawing failed.
 */
export abstract class ImageEngine {
  abstract draw(
    commission: Commission,
    onProgress: OnProgress,
    signal: AbortSignal,
    terms: DrawingTerms,
  ): Promise<EngineArtwork>;
}
