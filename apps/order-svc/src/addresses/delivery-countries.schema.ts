import { getCountryName } from '@shop/contracts/order';
import { z } from 'zod';
import { listCountryCodes } from './country-names.js';
import { findCountryObstacle } from './delivery-countries.rules.js';

const OBSTACLES = {
  unserved: 'the printer does not deliver there',
  'needs-tax-number': 'parcels need a tax number there, which the checkout does not ask for',
} as const;

/** Parses DELIVERY_COUNTRIES: alpha-2 codes with commas between. */
export const deliveryCountriesSchema = z
  .string()
  .transform((text, context) => {
    const known = new Set(listCountryCodes());
    const codes = text
      .split(',')
      .map((code) => code.trim().toUpperCase())
      .filter(Boolean);
    for (const code of codes) {
      const obstacle = findCountryObstacle(code);
      if (!known.has(code))
        context.addIssue({ code: 'custom', message: `does not know "${code}": it takes codes such as US,CA,DE` });
      else if (obstacle)
        context.addIssue({ code: 'custom', message: `names ${getCountryName(code)}: ${OBSTACLES[obstacle]}` });
    }
    return codes.length > 0 ? codes : undefined;
  })
  .optional();
