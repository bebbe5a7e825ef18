/** How jobs and artworks name the files of a pet. */
export interface RequestedPet {
  /** The photo. */
  readonly imageId: string;
  /** Null: the photo's automatic cut-out. */
  readonly cutOutId: string | null;
}

/** The files that a pet was drawn from, as an artwork's metadata have them. Hashes are SHA-256, hex. */
export interface PetSource {
  readonly imageId: string;
  readonly sha256: string;
  /** Null where the photo has no cut-out. */
  readonly cutOutId: string | null;
  readonly cutOutSha256: string | null;
}
