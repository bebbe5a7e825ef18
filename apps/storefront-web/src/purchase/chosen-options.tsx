import type { VariantSelections } from '@shop/contracts/order';

/** Lists the chosen variants, such as `size: M` and `color: Black`; renders nothing if there are none. */
export function ChosenOptions({ selections }: { selections: VariantSelections }) {
  const options = Object.entries(selections).filter(([, value]) => value);
  if (options.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted-foreground">
      {options.map(([option, value]) => (
        <li key={option} className="[overflow-wrap:anywhere]">
          {option}: <bdi>{value}</bdi>
        </li>
      ))}
    </ul>
  );
}
