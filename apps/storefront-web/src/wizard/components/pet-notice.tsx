import type { Pet } from '../pets-state.js';
import { usePetCutOut } from '../use-pet-cut-out.js';
import { PhotoAdvice } from './photo-advice.js';

const NO_SUBJECT =
  "We couldn't find a pet in this photo. A photo in which your pet stands out from the background works best. You can mark your pet with the brush, or go on.";

interface Props {
  pet: Pet;
  /** From the left, counted from one. */
  place: number;
  count: number;
}

/** Advice about one pet's photo. The photo check's advice about the first photo is shown beside Change Photo. */
export function PetNotice({ pet, place, count }: Props) {
  const cutOut = usePetCutOut(pet);
  const isLost = cutOut.state === 'found' && !cutOut.automatic.hasSubject && pet.cutOutId === null;
  const advice = [...(isLost ? [NO_SUBJECT] : []), ...(place > 1 ? pet.advice : [])];
  return <PhotoAdvice advice={count > 1 ? advice.map((text) => `Pet ${place}: ${text}`) : advice} className="mt-3" />;
}
