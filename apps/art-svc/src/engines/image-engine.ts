import type { ArtworkBox, Background } from '@shop/contracts-art';

export interface InputPet {
  /** The customer's photo: JPEG or PNG, upright, sRGB, without metadata. */
  readonly photo: Uint8Array;
  /** PNG, 8 bit grey: 255 is the pet. Null where it is not known. */
  readonly cutOut: Uint8Array | null;
}

/** Everything that an engine draws from. */
export interface GenerationInput {
  /** One to four, from left to right. */
  readonly pets: readonly [InputPet, ...InputPet[]];
  readonly background: Background;
  readonly styleKey: string;
  /** The style's prompt, for engines that understand language. */
  readonly promptTemplate: string;
  readonly prompt: string | null;
  readonly petName: string | null;
  /**
   * Width to height of the intended print area, for engines that can choose their picture's shape; null where the
   * product is unknown.
   */
  readonly printShape: number | null;
  /** Seed of the engine's randomness: the same input gives the same artwork. */
  readonly seed: number;
}

export interface EngineArtwork {
  /** PNG, sRGB, 1024 px or more on its long side; with alpha where the background is `none`. */
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Pixels across its width that show detail: an engine may draw from few pixels of a photo. */
  readonly detailWidthPx: number;
  /** The engine that drew it, for the image's metadata. */
  readonly engine: string;
  readonly engineVersion: string;
  /** Further parameters of the drawing besides style, prompt, name, seed and photo; stored with the image. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Where the animals and the letters of the name are; absent where the engine does not know. */
  readonly subjectBox?: ArtworkBox;
  readonly nameBox?: ArtworkBox | null;
  /** Set where the primary engine failed, with the reason. */
  readonly fallback?: { readonly from: string; readonly reason: string };
}

/**
 * A call that a provider may charge for, as stored with the drawing. Values that the provider did not report are null.
 */
export interface ProviderCall {
  readonly provider: string;
  readonly model: string;
  /** `drawn`, `declined`, or the reason of the failure. */
  readonly outcome: string;
  readonly tookMs: number;
  /** The provider's id of the call, for support requests. */
  readonly requestId: string | null;
  readonly inputTextTokens: number | null;
  readonly inputImageTokens: number | null;
  readonly outputTokens: number | null;
  /** Millionths of a US dollar. */
  readonly costMicroUsd: number | null;
}

/** The circumstances of a drawing. */
export interface DrawingContext {
  /** The engine must finish by then. The signal is aborted at the drawing's own deadline at the latest. */
  readonly deadlineAt: Date;
  /** A stable pseudonym of the customer. */
  readonly customerHash: string;
  /** The network that asked for the artwork, such as 203.0.113.0/24; null where it is unknown. */
  readonly network: string | null;
  /** Receives each provider call when it ends, also failed ones. */
  readonly onCall: (call: ProviderCall) => void;
}

/**
 * `share` is 0 to 1 of the drawing, `stage` a short text for the waiting customer. `preview` is the unfinished
 * artwork, an image file of any size; null withdraws the last one.
 */
export type OnProgress = (share: number, stage: string, preview?: Uint8Array | null) => void;

/**
 * Draws an artwork from a photo. Rejects with a DomainError of the kind `impossible` where the engine declines photo
 * or prompt, with the signal's reason when it is aborted, and with any other error where drawing fails.
 */
export abstract class ImageEngine {
  abstract draw(
    input: GenerationInput,
    onProgress: OnProgress,
    signal: AbortSignal,
    context: DrawingContext,
  ): Promise<EngineArtwork>;
}
