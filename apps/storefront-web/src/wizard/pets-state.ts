import { PETS_MAX, uploadReader, type Upload } from '@shop/contracts-art';
import * as z from 'zod/mini';

/** A photo and what of it is drawn. */
const petSchema = z.object({
  photo: uploadReader,
  /** The advice of the photo check, one sentence each. */
  advice: z.array(z.string()),
  /** The cut-out that the customer corrected; null for the automatic one. */
  cutOutId: z.nullable(z.string()),
  /** Null until it is known. */
  automaticCutOutId: z.nullable(z.string()),
});
export type Pet = z.infer<typeof petSchema>;

/** The cut-out of the first pet, whose photo is the wizard's, and the further pets from left to right. */
export const petsSchema = z.object({
  cutOutId: z._default(petSchema.shape.cutOutId, null),
  automaticCutOutId: z._default(petSchema.shape.automaticCutOutId, null),
  furtherPets: z._default(z.array(petSchema), []),
});

export const EMPTY_PETS: z.infer<typeof petsSchema> = { cutOutId: null, automaticCutOutId: null, furtherPets: [] };

export interface PetsState extends z.infer<typeof petsSchema> {
  photo: Upload | null;
  advice: string[];
}

export type PetsAction =
  | { type: 'cut-out found'; photoUrl: string; cutOutId: string }
  /** Null: the automatic cut-out is used again. */
  | { type: 'cut-out corrected'; photoUrl: string; cutOutId: string | null }
  | { type: 'pet added'; photo: Upload; advice: string[] }
  | { type: 'pet checked'; photoUrl: string; advice: string[] }
  | { type: 'pet removed'; photoUrl: string }
  /** By one place: -1 to the left, 1 to the right. */
  | { type: 'pet moved'; photoUrl: string; by: -1 | 1 };

/** All pets from left to right; empty before the first upload. */
export const getPets = ({ photo, advice, cutOutId, automaticCutOutId, furtherPets }: PetsState): Pet[] =>
  photo ? [{ photo, advice, cutOutId, automaticCutOutId }, ...furtherPets] : [];

/** The last pet can't be removed; the wizard's first step replaces it. */
export function petsReducer(state: PetsState, action: PetsAction): Partial<PetsState> {
  const pets = getPets(state);
  switch (action.type) {
    case 'cut-out found':
      return changePet(pets, action.photoUrl, { automaticCutOutId: action.cutOutId });
    case 'cut-out corrected':
      return changePet(pets, action.photoUrl, { cutOutId: action.cutOutId });
    case 'pet checked':
      return changePet(pets, action.photoUrl, { advice: action.advice });
    case 'pet added':
      return canAddPet(pets)
        ? toState([...pets, { photo: action.photo, advice: action.advice, cutOutId: null, automaticCutOutId: null }])
        : {};
    case 'pet removed':
      return pets.length > 1 ? toState(pets.filter(({ photo }) => photo.url !== action.photoUrl)) : {};
    case 'pet moved':
      return toState(movePet(pets, action.photoUrl, action.by));
  }
}

export const canAddPet = (pets: readonly Pet[]): boolean => pets.length < PETS_MAX;

const changePet = (pets: readonly Pet[], photoUrl: string, change: Partial<Pet>): Partial<PetsState> =>
  toState(pets.map((pet) => (pet.photo.url === photoUrl ? { ...pet, ...change } : pet)));

function movePet(pets: readonly Pet[], photoUrl: string, by: -1 | 1): Pet[] {
  const from = pets.findIndex(({ photo }) => photo.url === photoUrl);
  const [pet, neighbour] = [pets[from], pets[from + by]];
  if (!pet || !neighbour) return [...pets];
  return pets.map((each, index) => (index === from ? neighbour : index === from + by ? pet : each));
}

function toState([first, ...furtherPets]: readonly Pet[]): Partial<PetsState> {
  return first ? { ...first, furtherPets } : {};
}
