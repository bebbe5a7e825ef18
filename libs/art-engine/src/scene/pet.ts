/** One pet of an artwork. Files are given by their bytes or their path. */
export interface Pet {
  /** JPEG or PNG, upright, sRGB. */
  readonly photo: Uint8Array | string;
  /** PNG, 8 bit grey, in the photo's proportions: 255 is drawn. Null: the engine finds the pet by contrast. */
  readonly cutOut: Uint8Array | string | null;
}
