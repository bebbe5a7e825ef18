import { cn } from '@shop/web-ui';
import type { ComponentType } from 'react';

interface Props<Value extends string> {
  label: string;
  tools: readonly {
    readonly value: Value;
    readonly label: string;
    readonly icon: ComponentType<{ className?: string; 'aria-hidden'?: boolean }>;
  }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

/** Buttons of which one is pressed. */
export function ToolGroup<Value extends string>({ label, tools, chosen, onChoose }: Props<Value>) {
  return (
    <div role="group" aria-label={label} className="flex">
      {tools.map(({ value, label: name, icon: Icon }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
          className={cn(
            'relative -ml-0.5 inline-flex min-h-11 cursor-pointer items-center gap-2 border-2 px-4 font-semibold first:ml-0 first:rounded-l-full last:rounded-r-full focus-visible:z-10',
            value === chosen
              ? 'z-[1] border-primary bg-peach text-tint-foreground'
              : 'border-border-strong bg-card hover:bg-muted',
          )}
        >
          <Icon aria-hidden className="size-4.5" />
          {name}
        </button>
      ))}
    </div>
  );
}
