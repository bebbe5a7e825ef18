import { isSlugOf, toOwnSlug, toSlug } from './slug.rules.js';

const id = '0a1b2c3d-0000-4000-8000-000000000000';

it.each([
  ['Classic Pet Portrait Tee', 'classic-pet-portrait-tee'],
  ['Women’s Relaxed Tee', 'womens-relaxed-tee'],
  ['  Café — Crème & Co. ', 'cafe-creme-co'],
  ['犬のポスター', 'product'],
  ['--', 'product'],
  [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
])('the address of “%s” is %s', (title, slug) => {
  expect(toSlug(title)).toBe(slug);
});

it('a second product of one title has an address of its own', () => {
  expect(toOwnSlug('Poster', id)).toBe('poster-0a1b2c3d');
});

it('a product keeps its address until its title has another', () => {
  expect(isSlugOf('poster', { title: 'Poster!', id })).toBe(true);
  expect(isSlugOf('poster-0a1b2c3d', { title: 'Poster', id })).toBe(true);
  expect(isSlugOf('poster', { title: 'Print', id })).toBe(false);
  expect(isSlugOf(null, { title: 'Poster', id })).toBe(false);
});
