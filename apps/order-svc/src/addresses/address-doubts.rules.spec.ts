import type { ShippingAddress } from '@shop/contracts-order';
import { listAddressDoubts } from './address-doubts.rules.js';

const ADDRESS: ShippingAddress = {
  name: 'Pat Doe',
  address: '1 Main St',
  city: 'Springfield',
  state: 'IL',
  zip: '62701',
  country: 'US',
};
const doubt = (change: Partial<ShippingAddress>): string[] => listAddressDoubts({ ...ADDRESS, ...change });

it.each<Partial<ShippingAddress>>([
  {},
  { state: 'DC', zip: '20500' },
  { state: 'PR', zip: '00901' },
  { country: 'DE', state: 'Bayern', zip: '10115' },
  { country: 'CA', state: 'QC', zip: 'K1A 0B1' },
  { address: '12 Boxwood Lane', address2: 'Apt 4' },
  { address: '7 Post Road' },
  { country: 'CO', address: 'Calle 10 # 5, Apartadó', zip: '057840' },
])('doubts nothing of %j', (change) => {
  expect(doubt(change)).toEqual([]);
});

it('names the state of a ZIP code that is in another one', () => {
  expect(doubt({ zip: '02134' })).toEqual([
    'The ZIP code 02134 is in Massachusetts, not in Illinois. Please check both.',
  ]);
  expect(doubt({ country: 'AU', state: 'VIC', zip: '2600' })).toEqual([
    'The ZIP code 2600 is in Australian Capital Territory, not in Victoria. Please check both.',
  ]);
});

it.each<Partial<ShippingAddress>>([
  { address: 'PO Box 12' },
  { address: 'P.O. Box 12' },
  { address: 'POB 12' },
  { address: 'P.O.B. 12' },
  { address: 'PO-Box 12' },
  { country: 'ES', address: 'Apartado 12', zip: '28001' },
  { country: 'NZ', address: 'Private Bag 12', zip: '6011' },
  { country: 'PT', address: 'Caixa Postal 12', zip: '1000-001' },
  { address: '1 Main St', address2: 'Post Office Box 9' },
  { country: 'DE', address: 'Postfach 10 01 00', zip: '10115' },
  { country: 'DE', address: 'Packstation 145', zip: '10115' },
  { country: 'FR', address: 'Boîte postale 12', zip: '75001' },
  { country: 'FR', address: 'BP 12', zip: '75001' },
])('says who delivers to %j', (change) => {
  expect(doubt(change)).toEqual([
    'Only the postal service delivers to a PO box or parcel locker; other carriers return the parcel. A street address is safer.',
  ]);
});

it('says who delivers to a military address', () => {
  expect(doubt({ address: 'PSC 3 Box 4120', city: 'APO', state: 'AE', zip: '09021' })).toEqual([
    'Only the US Postal Service delivers to military addresses, which takes longer than to others.',
  ]);
});
