import type { Background } from '@shop/contracts-art';
import { cn } from '@shop/web-ui';
import { type ComponentProps, useId } from 'react';
import type { Pet } from '../pets-state.js';
import { usePetCutOut } from '../use-pet-cut-out.js';

interface PlainColour {
  readonly value: Background;
  readonly name: string;
}

const PLAIN_COLOURS: readonly PlainColour[] = [
  { value: '#fbf3e0', name: 'Cream' },
  { value: '#f9d3cf', name: 'Blush' },
  { value: '#ffd873', name: 'Sunny yellow' },
  { value: '#c9ecd8', name: 'Mint' },
  { value: '#bfe0f5', name: 'Sky blue' },
  { value: '#ded3f5', name: 'Lilac' },
  { value: '#d9764f', name: 'Terracotta' },
  { value: '#1f2a44', name: 'Midnight blue' },
];

/** `no background`, `Cream background`; null as the style draws it. */
export function describeBackground(background: Background): string | null {
  if (background === 'style') return null;
  if (background === 'none') return 'no background';
  return `${PLAIN_COLOURS.find(({ value }) => value === background)?.name ?? 'plain'} background`;
}

interface Props {
  background: Background;
  onChoose: (background: Background) => void;
  /** `none` is the first choice, for dark fabric. */
  isNoneFirst: boolean;
}

const STYLE = { value: 'style', name: 'As the style draws it' };
const NONE = { value: 'none', name: 'None (transparent)' };
const FOCUS = 'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring';

/** What is behind the pets, as radio buttons. */
export function BackgroundChoice({ background, onChoose, isNoneFirst }: Props) {
  const name = useId();
  const colour = PLAIN_COLOURS.find(({ value }) => value === background);
  const renderRadio = (value: Background, label: string) => (
    <input
      type="radio"
      name={name}
      value={value}
      checked={value === background}
      onChange={() => onChoose(value)}
      aria-label={label}
      className="absolute inset-0 z-10 size-full cursor-pointer opacity-0"
    />
  );
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 flex flex-wrap items-baseline gap-x-3 font-display text-2xl font-bold">
        Background
        {colour && <span className="font-sans text-base font-normal text-muted-foreground">{colour.name}</span>}
      </legend>
      {isNoneFirst && <p className="mb-3 text-muted-foreground">No box on dark fabric.</p>}
      <div className="flex flex-wrap items-center gap-2">
        {(isNoneFirst ? [NONE, STYLE] : [STYLE, NONE]).map((option) => (
          <label
            key={option.value}
            className={cn(
              'relative inline-flex min-h-12 cursor-pointer items-center gap-2 rounded-full border-2 px-4 font-semibold',
              FOCUS,
              option.value === background
                ? 'border-primary bg-peach text-tint-foreground'
                : 'border-border-strong bg-card hover:border-foreground',
            )}
          >
            {renderRadio(option.value, option.name)}
            {option === NONE && (
              <span aria-hidden className="checkered size-6 rounded-full border border-border-strong" />
            )}
            {option.name}
          </label>
        ))}
        {PLAIN_COLOURS.map((option) => (
          <label
            key={option.value}
            title={option.name}
            className={cn(
              'relative grid size-12 cursor-pointer place-items-center rounded-full border-2',
              FOCUS,
              option.value === background ? 'border-primary' : 'border-transparent hover:border-border-strong',
            )}
          >
            {renderRadio(option.value, option.name)}
            <span
              aria-hidden
              className="size-9 forced-color-adjust-none rounded-full border border-border-strong"
              style={{ backgroundColor: option.value }}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The background of the next artwork. Nothing is shown if the server does not know backgrounds. */
export function StyleBackground({ pet, ...props }: ComponentProps<typeof BackgroundChoice> & { pet: Pet }) {
  return usePetCutOut(pet).state === 'unknown' ? null : <BackgroundChoice {...props} />;
}
