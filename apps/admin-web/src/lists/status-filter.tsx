import { Field, Select } from '@shop/web-ui';

const ALL = 'all';

interface Props {
  label: string;
  options: readonly string[];
  /** Undefined: all. */
  value: string | undefined;
  onChange: (value: string) => void;
}

export function StatusFilter({ label, options, value = ALL, onChange }: Props) {
  return (
    <Field label={label} className="w-full sm:w-52">
      <Select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
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
