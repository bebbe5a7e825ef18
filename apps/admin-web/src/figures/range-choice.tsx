import type { FiguresQuery } from '@shop/contracts-order';
import { Button, FormError } from '@shop/web-ui';
import { DayField } from '../lists/day-field.js';
import { useUrlChoice, useUrlDay } from '../url-state.js';
import { checkRange, DEFAULT_PRESET, type Preset, PRESET_NAMES, PRESETS, toRange } from './range.rules.js';

interface RangeChoice {
  preset: Preset;
  choose: (preset: Preset) => void;
  /** For other days. */
  firstDay: string | undefined;
  setFirstDay: (day: string) => void;
  lastDay: string | undefined;
  setLastDay: (day: string) => void;
  range: FiguresQuery | { error: string };
}

/** The range in the URL (`?range=7-days`, `?range=custom&from=2026-11-01&to=2026-11-14`). */
export function useRangeChoice(today: string): RangeChoice {
  const [preset = DEFAULT_PRESET, setPreset] = useUrlChoice('range', PRESETS);
  const [firstDay, setFirstDay] = useUrlDay('from');
  const [lastDay, setLastDay] = useUrlDay('to');
  const range =
    preset === 'custom'
      ? checkRange({ ...(firstDay && { from: firstDay }), ...(lastDay && { to: lastDay }) })
      : toRange(preset, today);
  const choose = (next: Preset): void => {
    // Other days start with those that are shown.
    if (next === 'custom' && !('error' in range)) {
      setFirstDay(range.from);
      setLastDay(range.to);
    } else if (next !== 'custom') {
      setFirstDay('');
      setLastDay('');
    }
    setPreset(next);
  };
  return { preset, choose, firstDay, setFirstDay, lastDay, setLastDay, range };
}

export function RangeBar({ choice }: { choice: RangeChoice }) {
  const { preset, choose, range } = choice;
  return (
    <div className="grid gap-4">
      <div
        role="group"
        aria-label="Days"
        data-strip=""
        className="-mx-1 flex max-w-full gap-2 overflow-x-auto p-1 sm:flex-wrap"
      >
        {PRESETS.map((name) => (
          <Button
            key={name}
            size="sm"
            variant={preset === name ? 'default' : 'outline'}
            aria-pressed={preset === name}
            onClick={() => choose(name)}
            className="shrink-0"
          >
            {PRESET_NAMES[name]}
          </Button>
        ))}
      </div>
      {preset === 'custom' && (
        <div role="group" aria-label="Other days" className="grid max-w-md grid-cols-2 items-end gap-4">
          <DayField label="First day" value={choice.firstDay} onChange={choice.setFirstDay} />
          <DayField label="Last day" value={choice.lastDay} onChange={choice.setLastDay} />
        </div>
      )}
      <FormError message={'error' in range ? range.error : null} />
    </div>
  );
}
