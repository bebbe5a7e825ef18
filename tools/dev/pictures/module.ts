import { fileOf, type Picture } from './plan.ts';

const camel = (name: string): string => name.replace(/-(\w)/g, (_, character: string) => character.toUpperCase());

/**
 * The web app's module: each picture with its copies, as URLs that the build fills in. `heightOf` is the height of the
 * largest copy, in pixels.
 */
export function renderModule(pictures: readonly Picture[], heightOf: (picture: Picture) => number): string {
  const constants = pictures.map((picture) => {
    const width = Math.max(...picture.widths);
    const copies = picture.widths.map(
      (copy) => `[new URL('./pictures/${fileOf(picture.name, copy)}', import.meta.url).href, ${copy}]`,
    );
    return [
      `export const ${camel(picture.name)}: PetPicture = {`,
      `  width: ${width},`,
      `  height: ${heightOf(picture)},`,
      // As Prettier formats it.
      copies.length === 1 ? `  copies: [${copies[0]}],` : `  copies: [\n    ${copies.join(',\n    ')},\n  ],`,
      '};',
    ].join('\n');
  });
  const header = [
    '/** Written by `npm run pictures`; tools/dev/pictures/plan.ts describes the pictures. */',
    'export interface PetPicture {',
    '  /** Size of the largest copy, in pixels. */',
    '  readonly width: number;',
    '  readonly height: number;',
    '  /** Narrowest first. */',
    '  readonly copies: readonly (readonly [address: string, widthPx: number])[];',
    '}',
  ].join('\n');
  return `${[header, ...constants].join('\n\n')}\n`;
}
