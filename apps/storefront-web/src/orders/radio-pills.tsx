import { cn } from '@shop/web-ui';

interface Props<Value extends string> {
  legend: string;
  name: string;
  options: readonly { value: Value; label: string }[];
  chosen: Value | null | undefined;
  isPending: boolean;
  /** Why the choice was refused. */
  error?: string | undefined;
  onChoose: (value: Value) => void;
}

/** One of few options, all visible. */
export function RadioPills<Value extends string>({
  legend,
  name,
  options,
  chosen,
  isPending,
  error,
  onChoose,
}: Props<Value>) {
  return (
    // `disabled` would remove the focus from the chosen option.
    <fieldset aria-disabled={isPending} className="min-w-0">
      <legend className="mb-2 font-display text-lg font-bold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ value, label }) => {
          const isChosen = chosen === value;
          return (
            <label
              key={value}
              className={cn(
                'relative inline-flex min-h-12 max-w-full min-w-12 cursor-pointer items-center justify-center rounded-full border-2 bg-card px-4 font-semibold [overflow-wrap:anywhere] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
                isChosen
                  ? 'border-primary bg-peach text-tint-foreground'
                  : 'border-border-strong hover:border-foreground',
              )}
            >
              <input
                type="radio"
                name={name}
                value={value}
                checked={isChosen}
                aria-invalid={error ? true : undefined}
                onChange={() => isPending || onChoose(value)}
                className="absolute inset-0 size-full cursor-pointer opacity-0"
              />
              <bdi>{label}</bdi>
            </label>
          );
        })}
      </div>
      {error && (
        <p role="alert" className="mt-2 font-semibold text-destructive-text">
          {error}
        </p>
      )}
    </fieldset>
  );
}
