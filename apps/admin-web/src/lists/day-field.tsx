import { Field, Input } from '@shop/web-ui';
import { useState } from 'react';

interface Props {
  label: string;
  value: string | undefined;
  onChange: (day: string) => void;
  className?: string;
}

/** While the year is typed, the field has days of the years 2, 20 and 202. */
const YEAR_MIN = '1000';

/** Until it loses the focus it shows what is typed: the address changes later, and a field that is set back loses what was typed so far. */
export function DayField({ label, value = '', onChange, className }: Props) {
  const [typed, setTyped] = useState<string>();
  const handleChange = (day: string): void => {
    setTyped(day);
    if (day === '' || day >= YEAR_MIN) onChange(day);
  };
  return (
    <Field label={label} className={className}>
      <Input
        type="date"
        value={typed ?? value}
        onChange={(event) => handleChange(event.currentTarget.value)}
        onBlur={() => setTyped(undefined)}
      />
    </Field>
  );
}
