/** Sizes are entered in one unit and shown in both. */

const CM_PER_INCH = 2.54;

/** At most one decimal in centimeters, quarters as two decimals in inches: `71 cm`, `1.25 in`. */
const format = (value: number, decimals: number): string => String(Number(value.toFixed(decimals)));

export interface Length {
  readonly cm: string;
  readonly inches: string;
}

export const toLength = (value: number, unit: 'cm' | 'in'): Length =>
  unit === 'cm'
    ? { cm: format(value, 1), inches: format(value / CM_PER_INCH, 1) }
    : { cm: format(value * CM_PER_INCH, 1), inches: format(value, 2) };
