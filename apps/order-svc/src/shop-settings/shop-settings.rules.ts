import {
  type ChangeShopRequest,
  DEFAULT_CARRIERS,
  DEFAULT_SHOP_SETTINGS,
  type Holiday,
  type Shop,
  type ShopSection,
  type ShopSettings,
  toDay,
} from '@shop/contracts-order';
import { isSeen, type SeenVersions } from '@shop/service-kit';

/** `sections`: those that were saved. `changedIn`: the version that changed a section last. */
export interface SavedSettings {
  version: number;
  sections: Partial<ShopSettings>;
  changedIn: Partial<Record<ShopSection, number>>;
}

export const getSettings = ({ sections }: Pick<SavedSettings, 'sections'>): ShopSettings => ({
  ...DEFAULT_SHOP_SETTINGS,
  ...sections,
});

/** Both come from one schema, so their fields have one order; stored ones may not. */
function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other;
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>];
  return keys.length === others.length && keys.every((key) => isEqual(left[key], right[key]));
}

/** The sections of the request that differ from the saved ones. */
export function listChangedSections(saved: SavedSettings, change: ChangeShopRequest): ShopSection[] {
  const before = getSettings(saved);
  return (Object.keys(change) as ShopSection[]).filter(
    (section) => change[section] !== undefined && !isEqual(before[section], change[section]),
  );
}

/** Two admins may change different sections at the same time. */
export function areSectionsSeen(
  { version, changedIn }: SavedSettings,
  changed: readonly ShopSection[],
  seen: SeenVersions,
): boolean {
  if (seen === null || isSeen(seen, version)) return true;
  return seen
    .map(Number)
    .some((number) => number <= version && changed.every((section) => (changedIn[section] ?? 0) <= number));
}

export function applyChange(
  { version, sections, changedIn }: SavedSettings,
  changed: readonly ShopSection[],
  change: ChangeShopRequest,
): SavedSettings {
  const next = version + 1;
  const pick = (section: ShopSection) => [section, change[section]] as const;
  return {
    version: next,
    sections: { ...sections, ...Object.fromEntries(changed.map(pick)) },
    changedIn: { ...changedIn, ...Object.fromEntries(changed.map((section) => [section, next])) },
  };
}

const isOngoing = ({ from, until }: Holiday, today: string): boolean => from <= today && today <= until;

/** Pages say nothing of a holiday that has not begun. Estimates need its days. */
export function toPublicShop({ seller, carriers, timeZone, deliveryDays, holiday }: ShopSettings, now: Date): Shop {
  const today = toDay(now, timeZone);
  return {
    seller,
    carriers: carriers ?? [...DEFAULT_CARRIERS],
    timeZone,
    deliveryDays,
    holiday: holiday && isOngoing(holiday, today) ? { shipsFrom: holiday.shipsFrom, message: holiday.message } : null,
    closure: holiday && today < holiday.shipsFrom ? { from: holiday.from, shipsFrom: holiday.shipsFrom } : null,
  };
}
