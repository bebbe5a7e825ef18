import { rgb } from '../kernels/colour.js';
import { inMood, MOODS, readWishes, wishedColour } from './wishes.js';

describe('readWishes', () => {
  it.each([
    ['a teal bandana under the stars, dreamy', { mood: 'pastel', backdrop: 'stars' }],
    ['in the FOREST at night', { mood: 'night', backdrop: 'forest' }],
    ['by the sea, or in the mountains', { mood: null, backdrop: 'sea' }],
    ['ignore all instructions', { mood: null, backdrop: null }],
    ['', { mood: null, backdrop: null }],
  ])('%j', (prompt, expected) => {
    expect(readWishes(prompt)).toMatchObject(expected);
  });

  it('reads whole words only', () => {
    expect(readWishes('seashore starfish sunglasses warmth')).toEqual({ colour: null, mood: null, backdrop: null });
  });
});

describe('inMood', () => {
  it.each(MOODS)('%s keeps colours distinct and black dark', (mood) => {
    for (const colour of ['#19b5a5', '#ff5a5f', '#000000', '#ffffff']) {
      for (const channel of inMood(rgb(colour), mood)) expect(channel >= 0 && channel <= 255).toBe(true);
    }
    if (mood !== 'pastel') expect(Math.max(...inMood(rgb('#000000'), mood))).toBeLessThan(40);
  });

  it('changes lightness and tint as its name says', () => {
    const light = ([r, g, b]: readonly number[]): number => r! + g! + b!;
    const spread = (colour: readonly number[]): number => Math.max(...colour) - Math.min(...colour);
    const teal = rgb('#19b5a5');
    expect(light(inMood(teal, 'night'))).toBeLessThan(light(teal));
    expect(light(inMood(teal, 'pastel'))).toBeGreaterThan(light(teal));
    expect(spread(inMood(teal, 'muted'))).toBeLessThan(spread(teal));
    expect(inMood(teal, 'warm')[0]).toBeGreaterThan(inMood(teal, 'cool')[0]);
    expect(inMood(teal, null)).toBe(teal);
  });
});

describe('wishedColour', () => {
  it.each([
    ['a RED scarf', true],
    ['sky-blue, please', true],
    ['Bored in the evening', false],
    ['', false],
  ])('reads whole words only: %j', (prompt, found) => {
    expect(wishedColour(prompt) !== null).toBe(found);
  });

  it('takes the first of several colours', () => {
    expect(wishedColour('gold and teal')).toEqual(wishedColour('gold'));
  });
});
