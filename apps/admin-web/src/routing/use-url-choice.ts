import { useSearchParams } from 'react-router-dom';
import { useChangeQuery } from './use-change-query.js';

/** One of some options, stored in the URL (`?status=paid`) for reloads and shared links. Undefined for none. */
export function useUrlChoice<Option extends string>(
  name: string,
  options: readonly Option[],
): [Option | undefined, (choice: string) => void] {
  const [query] = useSearchParams();
  const changeQuery = useChangeQuery();
  const chosen = options.find((option) => option === query.get(name));
  const choose = (choice: string): void =>
    changeQuery((now) => {
      if (options.some((option) => option === choice)) now.set(name, choice);
      else now.delete(name);
    });
  return [chosen, choose];
}
