/** Carriers print their numbers in groups. The number as it is stored, in capitals and without spaces. */
export const toTrackingNumber = (words: string): string => words.toUpperCase().replaceAll(/\s/g, '');
