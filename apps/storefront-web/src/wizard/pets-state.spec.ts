import { EMPTY_PETS, getPets, petsReducer, type PetsAction, type PetsState } from './pets-state.js';

const photo = (name: string) => ({ id: `id-${name}`, url: `/media/${name}`, width: 4, height: 3 });
const first: PetsState = { ...EMPTY_PETS, photo: photo('a'), advice: ['Dark.'] };

/** The state after these actions. */
const after = (...actions: PetsAction[]) =>
  actions.reduce((state: PetsState, action) => ({ ...state, ...petsReducer(state, action) }), first);
const add = (name: string): PetsAction => ({ type: 'pet added', photo: photo(name), advice: [] });
const move = (name: string, by: -1 | 1): PetsAction => ({ type: 'pet moved', photoUrl: `/media/${name}`, by });
const getOrder = (state: PetsState) =>
  getPets(state)
    .map((pet) => pet.photo.url.slice(-1))
    .join('');

describe('pets', () => {
  it('are at most four', () => {
    expect(getOrder(after(add('b'), add('c'), add('d'), add('e')))).toBe('abcd');
  });

  it('move by one place, the first one too, and not beyond the ends', () => {
    const three = [add('b'), add('c')];
    expect(getOrder(after(...three, move('a', 1)))).toBe('bac');
    expect(getOrder(after(...three, move('c', -1), move('c', -1)))).toBe('cab');
    expect(getOrder(after(...three, move('a', -1), move('c', 1)))).toBe('abc');
  });

  it('take their cut-out and advice with them', () => {
    const corrected = after(
      add('b'),
      { type: 'cut-out found', photoUrl: '/media/a', cutOutId: 'found' },
      { type: 'cut-out corrected', photoUrl: '/media/a', cutOutId: 'corrected' },
      { type: 'pet checked', photoUrl: '/media/b', advice: ['Blurred.'] },
      move('b', -1),
    );
    expect([corrected.photo?.url, corrected.advice, corrected.cutOutId]).toEqual(['/media/b', ['Blurred.'], null]);
    expect(corrected.furtherPets).toEqual([
      { photo: photo('a'), advice: ['Dark.'], cutOutId: 'corrected', automaticCutOutId: 'found' },
    ]);
  });

  it('can be removed, but not the last one', () => {
    const two = [add('b'), { type: 'pet removed', photoUrl: '/media/a' }] satisfies PetsAction[];
    expect(getOrder(after(...two))).toBe('b');
    expect(getOrder(after(...two, { type: 'pet removed', photoUrl: '/media/b' }))).toBe('b');
  });

  it('ignore a late answer for a photo that was removed', () => {
    expect(after({ type: 'cut-out found', photoUrl: '/media/gone', cutOutId: 'found' })).toEqual(first);
  });
});
