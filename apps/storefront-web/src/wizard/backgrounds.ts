import type { Background } from '@shop/contracts/art';

interface PlainColour {
  readonly value: Background;
  readonly name: string;
}

export const PLAIN_COLOURS: readonly PlainColour[] = [
  { value: '#fbf3e0', name: 'Cream' },
  { value: '#f9d3cf', name: 'Blush' },
  { value: '#ffd873', name: 'Sunny yellow' },
  { value: '#c9ecd8', name: 'Mint' },
  { value: '#bfe0f5', name: 'Sky blue' },
  { value: '#ded3f5', name: 'Lilac' },
  { value: '#d9764f', name: 'Terracotta' },
  { value: '#1f2a44', name: 'Midnight blue' },
];

/** `no background`, `Cream background`; null as the style draws it. */
export function describeBackground(background: Background): string | null {
  if (background === 'style') return null;
  if (background === 'none') return 'no background';
  return `${PLAIN_COLOURS.find(({ value }) => value === background)?.name ?? 'plain'} background`;
}
