import type { ArtworkBox, Background } from '@shop/contracts-art';

export interface DrawnParts {
  background: Background | null;
  subjectBox?: ArtworkBox | null | undefined;
  nameBox?: ArtworkBox | null | undefined;
}

/** The smallest box with animal and name of an artwork without a background. Undefined: all of the artwork is printed, or nothing is known. */
export function computePrintedBox({ background, subjectBox, nameBox }: DrawnParts): ArtworkBox | undefined {
  if (background !== 'none' || !subjectBox) return undefined;
  const boxes = nameBox ? [subjectBox, nameBox] : [subjectBox];
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}
