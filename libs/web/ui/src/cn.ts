import { clsx, type ClassValue } from 'clsx';

/**
 * Joins class names. The components' own looks lie in the cascade layer `components`, below the utilities: so a
 * utility given as `className` wins over what the component brings, and nothing has to be merged at run time.
 */
export const cn = (...classes: ClassValue[]): string => clsx(classes);
