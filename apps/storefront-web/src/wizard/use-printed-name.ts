import { loadChunk } from '@shop/web-kit';
import { useQuery } from '@tanstack/react-query';

interface PrintedName {
  /** The name without what is left out. */
  name: string;
  /** What will be left out; null if nothing. */
  notice: string | null;
}

/** How the name will be printed. The table of printable characters is downloaded with the first typed name. */
export function usePrintedName(name: string): PrintedName {
  const { data: rules } = useQuery({
    queryKey: ['pet name rules'],
    queryFn: () => loadChunk(() => import('@shop/contracts/pet-name')),
    enabled: name !== '',
    staleTime: Infinity,
  });
  return { name: rules?.getPrintableName(name) ?? name.trim(), notice: rules?.getPetNameNotice(name) ?? null };
}
