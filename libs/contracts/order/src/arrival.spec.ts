import fc from 'fast-check';
import { addBusinessDays, estimateArrival, formatArrival, toDeliveryRegion } from './arrival.js';
import { addDays } from './days.js';
import { findCountry } from './shipping-address.js';

const days = (min: number, max: number) => ({ min, max });
const deliveryDays = {
  production: days(2, 4),
  us: days(3, 5),
  canada: days(5, 8),
  europe: days(4, 4),
  rest: null,
};
const SHOP = { deliveryDays, timeZone: 'UTC', holiday: null };
const MONDAY = new Date('2026-11-30T12:00:00Z');

describe('an estimate', () => {
  it('adds production and transit in business days', () => {
    expect(estimateArrival(SHOP, 'us', MONDAY)).toEqual({ from: '2026-12-07', until: '2026-12-11' });
    expect(estimateArrival(SHOP, 'canada', MONDAY)).toEqual({ from: '2026-12-09', until: '2026-12-16' });
  });

  it.each([
    ['of a region without times', SHOP, 'rest'],
    ['without the time of production', { ...SHOP, deliveryDays: { ...deliveryDays, production: null } }, 'us'],
    ['of a shop without settings', {}, 'us'],
    ['in a time zone that is unknown here', { ...SHOP, timeZone: 'Mars/Base' }, 'us'],
  ] as const)('says nothing %s', (_, shop, region) => {
    expect(estimateArrival(shop, region, MONDAY)).toBeNull();
  });

  it('begins with the day of the shop, not of the server', () => {
    const lateOnMonday = new Date('2026-11-30T23:30:00Z');
    expect(estimateArrival({ ...SHOP, timeZone: 'Europe/Berlin' }, 'us', lateOnMonday)?.from).toBe('2026-12-08');
    expect(estimateArrival({ ...SHOP, timeZone: 'America/New_York' }, 'us', lateOnMonday)?.from).toBe('2026-12-07');
  });

  it.each([
    ['2027-01-04', '2027-01-11'],
    ['2026-11-02', '2026-12-07'],
  ])('counts from the end of a holiday that is still to come: %s', (shipsFrom, from) => {
    expect(estimateArrival({ ...SHOP, holiday: { shipsFrom, message: '' } }, 'us', MONDAY)?.from).toBe(from);
  });

  it.each([
    ['a holiday that begins during production', { from: '2026-12-02', shipsFrom: '2026-12-14' }, ['12-17', '12-23']],
    [
      'a holiday that begins during a part of production',
      { from: '2026-12-03', shipsFrom: '2026-12-14' },
      ['12-07', '12-22'],
    ],
    ['a holiday that begins after production', { from: '2026-12-07', shipsFrom: '2027-01-04' }, ['12-07', '12-11']],
    ['a holiday that is over', { from: '2026-11-02', shipsFrom: '2026-11-30' }, ['12-07', '12-11']],
    ['a holiday that ended, before orders leave', { from: '2026-11-16', shipsFrom: '2026-12-01' }, ['12-08', '12-14']],
  ])('counts no production in %s', (_, closure, [from, until]) => {
    const arrival = { from: `2026-${from}`, until: `2026-${until}` };
    expect(estimateArrival({ ...SHOP, closure }, 'us', MONDAY)).toEqual(arrival);
  });

  it('of an order during a holiday is the same with and without its days', () => {
    const holiday = { shipsFrom: '2027-01-04', message: '' };
    const closure = { from: '2026-11-23', shipsFrom: holiday.shipsFrom };
    expect(estimateArrival({ ...SHOP, holiday, closure }, 'us', MONDAY)).toEqual(
      estimateArrival({ ...SHOP, holiday }, 'us', MONDAY),
    );
  });

  it('counts without times from today', () => {
    const none = { production: days(0, 0), us: days(0, 1), canada: null, europe: null, rest: null };
    expect(estimateArrival({ ...SHOP, deliveryDays: none }, 'us', new Date('2026-12-05T12:00:00Z'))).toEqual({
      from: '2026-12-07',
      until: '2026-12-07',
    });
  });
});

describe('business days', () => {
  const aDay = fc.integer({ min: 0, max: 40_000 }).map((count) => addDays('1990-01-01', count));
  const aCount = fc.integer({ min: 0, max: 180 });

  it('are never a Saturday or Sunday, never before the start, and grow with their number', () => {
    fc.assert(
      fc.property(aDay, aCount, (day, count) => {
        const end = addBusinessDays(day, count);
        expect([0, 6]).not.toContain(new Date(end).getUTCDay());
        expect(end >= day).toBe(true);
        expect(addBusinessDays(day, count + 1) > end || count === 0).toBe(true);
      }),
    );
  });

  it('are five in each week', () => {
    fc.assert(
      fc.property(aDay, fc.integer({ min: 1, max: 30 }), (day, weeks) => {
        const start = addBusinessDays(day, 0);
        expect(addBusinessDays(start, 5 * weeks)).toBe(addDays(start, 7 * weeks));
      }),
    );
  });
});

it.each([
  ['2026-12-08', '2026-12-12', 'Dec 8–12'],
  ['2026-12-29', '2027-01-02', 'Dec 29 – Jan 2'],
  ['2026-12-08', '2026-12-08', 'Dec 8'],
  ['2026-09-30', '2026-10-01', 'Sep 30 – Oct 1'],
])('writes %s to %s as %s', (from, until, text) => {
  expect(formatArrival({ from, until })).toBe(text);
});

it.each([
  ['US', 'us'],
  ['CA', 'canada'],
  ['DE', 'europe'],
  ['GB', 'europe'],
  ['JP', 'rest'],
  ['', 'rest'],
])('knows the region of %s: %s', (country, region) => {
  expect(toDeliveryRegion(country)).toBe(region);
});

it.each([
  ['Germany', 'DE'],
  ['deutschland', 'DE'],
  ['uk', 'GB'],
  [' Japan ', 'JP'],
  ['Atlantis', null],
])('finds the code of %s: %s', (country, code) => {
  expect(findCountry(country, ['en', 'de'])).toBe(code);
});
