import { wishedColour } from './wished-colour.js';

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
