import { Field, Select } from '@shop/web-ui';
import { startTransition, useOptimistic } from 'react';

const ALL = 'all';

interface Props {
  label: string;
  options: readonly string[];
  /** Undefined means all. */
  value: string | undefined;
  onChange: (value: string) => void;
}

/** Shows the chosen value at once; the list may render later. */
export function StatusFilter({ label, options, value = ALL, onChange }: Props) {
  const [displayedValue, setDisplayedValue] = useOptimistic(value);
  const handleChange = (choice: string): void =>
    startTransition(() => {
      setDisplayedValue(choice);
      onChange(choice);
    });
  return (
    <Field label={label} className="w-full sm:w-52">
      <Select value={displayedValue} onChange={(event) => handleChange(event.currentTarget.value)}>
        <option value={ALL}>All</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </Select>
    </Field>
  );
}
