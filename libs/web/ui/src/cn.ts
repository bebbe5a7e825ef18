import { clsx, type ClassValue } from 'clsx';

/**
 * Joins class names. The components' own styles are in the cascade layer `components`, below the utilities: a utility
 * in `className` overrides them without merging at run time.
 */
export const cn = (...classes: ClassValue[]): string => clsx(classes);
