import type { StyleKey } from '@shop/contracts/art';

interface StyleSeed {
  readonly key: StyleKey;
  readonly name: string;
  readonly description: string;
  readonly promptTemplate: string;
}

const COMMON_RULES =
  'Keep the animal’s own markings, face and pose clearly recognisable. No text, no watermark, no border.';

/** The styles in their display order. */
export const STYLE_SEEDS: readonly StyleSeed[] = [
  {
    key: 'cyberpunk',
    name: 'Cyberpunk',
    description: 'Neon light from both sides, glowing outlines and a city at night behind your pet.',
    promptTemplate: `Turn this photo of a pet {petName} into a cyberpunk portrait: night, magenta and cyan neon light from opposite sides, glowing outlines, a retro-futuristic skyline with a large sun behind. ${COMMON_RULES} {prompt}`,
  },
  {
    key: 'modern',
    name: 'Modern',
    description: 'A bold screen-printed poster in five flat colours with halftone dots.',
    promptTemplate: `Turn this photo of a pet {petName} into a modern screen-printed poster: five flat bold colours, halftone shading, dark contour, a single disc on a plain coloured ground. ${COMMON_RULES} {prompt}`,
  },
  {
    key: 'minimalistic',
    name: 'Minimalistic',
    description: 'A few brushed lines and one quiet colour on plenty of white paper.',
    promptTemplate: `Turn this photo of a pet {petName} into a minimalistic illustration: off-white paper with much empty space, few confident ink lines, two washes of one muted colour, one plain circle behind. ${COMMON_RULES} {prompt}`,
  },
  {
    key: 'abstract',
    name: 'Abstract',
    description: 'Your pet cut from hundreds of glass facets in vivid colours.',
    promptTemplate: `Turn this photo of a pet {petName} into an abstract faceted portrait: many small angular planes of vivid colour from cool shadows to warm light, large calm facets behind. ${COMMON_RULES} {prompt}`,
  },
];
