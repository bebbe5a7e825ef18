import { crossesCustomsBorder } from './customs-area.rules.js';

const crosses = (seller: string, country: string, { state = '-', zip = '-' } = {}) =>
  crossesCustomsBorder(seller, { country, state, zip });

describe('a parcel', () => {
  it.each([
    ['US', 'US', { state: 'IL', zip: '62704' }],
    ['US', 'PR', { zip: '00901' }],
    ['US', 'US', { state: 'PR', zip: '00901' }],
    ['US', 'US', { state: 'AE', zip: '09012' }],
    ['DE', 'FR', { zip: '75001' }],
    ['DE', 'MC', { zip: '98000' }],
    ['FR', 'FR', { zip: '98000' }],
    ['GB', 'IM', {}],
    ['CH', 'LI', {}],
    ['NO', 'NO', {}],
  ])('from %s to %s %j crosses no customs border', (seller, country, place) =>
    expect(crosses(seller, country, place)).toBe(false),
  );

  it.each([
    ['US', 'DE', { zip: '10115' }],
    ['US', 'CA', {}],
    ['US', 'VI', {}],
    ['US', 'US', { state: 'GU', zip: '96910' }],
    ['DE', 'GB', {}],
    ['DE', 'CH', {}],
    ['DE', 'NO', {}],
    ['DE', 'ES', { zip: '35001' }],
    ['DE', 'ES', { zip: '51 001' }],
    ['DE', 'FI', { zip: '22100' }],
    ['DE', 'FR', { zip: '97400' }],
    ['DE', 'DE', { zip: '27498' }],
    ['DE', 'AX', {}],
    ['GB', 'JE', {}],
    ['NO', 'SE', {}],
  ])('from %s to %s %j crosses one', (seller, country, place) => expect(crosses(seller, country, place)).toBe(true));
});
