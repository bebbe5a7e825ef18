import { addDays, type FiguresQuery, figuresQuerySchema, isTimeZone, toDay } from '@shop/contracts-order';

export const PRESETS = ['today', '7-days', '30-days', 'this-month', 'last-month', 'custom'] as const;
export type Preset = (typeof PRESETS)[number];
export const DEFAULT_PRESET: Preset = '30-days';

export const PRESET_NAMES: Record<Preset, string> = {
  today: 'Today',
  '7-days': '7 days',
  '30-days': '30 days',
  'this-month': 'This month',
  'last-month': 'Last month',
  custom: 'Other days',
};

/** The day in the shop. UTC for a zone that this browser does not know. */
export const toShopDay = (now: Date, timeZone: string): string => toDay(now, isTimeZone(timeZone) ? timeZone : 'UTC');

const toFirstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;

export function toRange(preset: Exclude<Preset, 'custom'>, today: string): FiguresQuery {
  const first = toFirstOfMonth(today);
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case '7-days':
      return { from: addDays(today, -6), to: today };
    case '30-days':
      return { from: addDays(today, -29), to: today };
    case 'this-month':
      return { from: first, to: today };
    case 'last-month':
      return { from: toFirstOfMonth(addDays(first, -1)), to: addDays(first, -1) };
  }
}

/** What was entered, or why it is no range. */
export function checkRange(range: Partial<FiguresQuery>): FiguresQuery | { error: string } {
  if (!range.from || !range.to) return { error: 'Please enter the first and the last day.' };
  const checked = figuresQuerySchema.safeParse(range);
  return checked.success ? checked.data : { error: `${checked.error.issues[0]?.message}.` };
}

export const formatDay = (day: string, options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { ...options, timeZone: 'UTC' });

export const formatRange = ({ from, to }: FiguresQuery): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    new Date(`${from}T00:00:00Z`),
    new Date(`${to}T00:00:00Z`),
  );
