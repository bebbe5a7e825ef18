import { useSearchParams } from 'react-router-dom';

/** One of some options that stands in the address (`?status=paid`), so that a reload and a shared link find it; undefined: none of them. */
export function useUrlChoice<Option extends string>(name: string, options: readonly Option[]): [Option | undefined, (choice: string) => void] {
  const [query, setQuery] = useSearchParams();
  const chosen = options.find((option) => option === query.get(name));
  const choose = (choice: string): void =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        if (options.some((option) => option === choice)) after.set(name, choice);
        else after.delete(name);
        return after;
      },
      { replace: true },
    );
  return [chosen, choose];
}
