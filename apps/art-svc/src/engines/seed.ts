import { createHash } from 'node:crypto';

export interface Drawn {
  readonly photoId: string;
  readonly styleKey: string;
  /** 0 is what the preview shows. */
  readonly variation: number;
}

/** 32 bits that always follow from the same photo, style and variation. In variation 0 the photo alone decides: previews drawn before there were others stay true. */
export function seedOf({ photoId, styleKey, variation }: Drawn): number {
  const drawn = variation === 0 ? photoId : `${photoId}/${styleKey}/${variation}`;
  return createHash('sha256').update(drawn).digest().readUInt32BE();
}
