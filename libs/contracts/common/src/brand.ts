/** The brand name. Texts use this constant. */
export const BRAND = 'PetArt';
