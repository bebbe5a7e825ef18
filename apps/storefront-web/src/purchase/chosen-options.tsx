import type { VariantSelections } from '@shop/contracts/order';

/** What was chosen of a product, as `size: M` and `color: Black`; nothing where nothing was chosen. */
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
