import { DEFAULT_CARRIERS, DEFAULT_SHOP_SETTINGS } from '@shop/contracts-order';
import { applyChange, areSectionsSeen, getSettings, listChangedSections, toPublicShop } from './shop-settings.rules.js';

const NOTHING = { version: 0, sections: {}, changedIn: {} };
const { seller } = DEFAULT_SHOP_SETTINGS;
const named = { seller: { ...seller, name: 'Paws' } };
const inVienna = { timeZone: 'Europe/Vienna' };

it('changes only what differs, whatever the order of the fields', () => {
  const reversed = { seller: Object.fromEntries(Object.entries(seller).reverse()) as unknown as typeof seller };
  expect(listChangedSections(NOTHING, { ...reversed, carriers: null, replyTemplates: [] })).toEqual([]);
  expect(listChangedSections(NOTHING, { ...named, timeZone: 'UTC' })).toEqual(['seller']);
  const saved = applyChange(NOTHING, ['seller'], named);
  expect([saved.version, getSettings(saved)]).toEqual([1, { ...DEFAULT_SHOP_SETTINGS, ...named }]);
});

describe('a section', () => {
  const saved = applyChange(applyChange(NOTHING, ['seller'], named), ['timeZone'], inVienna);

  it.each([
    ['of the newest version', ['timeZone'], ['2'], true],
    ['that did not change since', ['seller'], ['1'], true],
    ['that changed since', ['seller', 'timeZone'], ['1'], false],
    ['that never changed', ['holiday'], ['0'], true],
    ['of a version to come', ['holiday'], ['99'], false],
    ['of no version at all', ['holiday'], ['x'], false],
    ['of any version', ['timeZone'], null, true],
  ] as const)('%s', (_, changed, seen, isSeen) => {
    expect(areSectionsSeen(saved, changed, seen)).toBe(isSeen);
  });
});

describe('the public settings', () => {
  const settings = {
    ...DEFAULT_SHOP_SETTINGS,
    timeZone: 'Asia/Tokyo',
    holiday: { from: '2026-12-24', until: '2026-12-31', shipsFrom: '2027-01-04', message: 'Happy new year!' },
    replyTemplates: [{ title: 'Late', text: 'Sorry' }],
  };

  it.each([
    ['2026-12-23T14:59:59Z', false],
    ['2026-12-23T15:00:00Z', true],
    ['2026-12-31T14:59:59Z', true],
    ['2026-12-31T15:00:00Z', false],
  ])('have the holiday by the days of the shop: at %s %s', (now, isOngoing) => {
    expect(toPublicShop(settings, new Date(now)).holiday).toEqual(
      isOngoing ? { shipsFrom: '2027-01-04', message: 'Happy new year!' } : null,
    );
  });

  it.each([
    ['2026-11-01T12:00:00Z', true],
    ['2027-01-03T14:59:59Z', true],
    ['2027-01-03T15:00:00Z', false],
  ])('have the days on which nothing leaves until orders leave again: at %s %s', (now, isAhead) => {
    expect(toPublicShop(settings, new Date(now)).closure).toEqual(
      isAhead ? { from: '2026-12-24', shipsFrom: '2027-01-04' } : null,
    );
  });

  it('have the usual carriers if none were entered, and no templates', () => {
    const shop = toPublicShop(settings, new Date(0));
    expect(shop.carriers).toEqual(DEFAULT_CARRIERS);
    expect(toPublicShop({ ...settings, carriers: [] }, new Date(0)).carriers).toEqual([]);
    expect(shop).not.toHaveProperty('replyTemplates');
  });
});
