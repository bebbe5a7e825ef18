/** D31g: the one place the brand's name stands. */
export const BRAND = 'PetArt';
