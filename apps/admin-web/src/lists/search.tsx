import { cleanSearchWords, SEARCH_WORDS_MAX } from '@shop/contracts-common';
import { EmptyState, Field, Input } from '@shop/web-ui';
import { SearchX } from 'lucide-react';
import { createContext, use, useEffect, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import { focusFirstRow } from './list-keys.js';

/** A search starts when nothing was typed for so long. */
const PAUSE_MS = 300;
/** One letter finds nearly everything, unless it is a syllable or a word. */
const ENOUGH = /[\p{L}\p{N}].*[\p{L}\p{N}]|[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

type Words = Readonly<Record<string, string>>;
const SearchContext = createContext<[Words, (list: string, words: string) => void]>([{}, () => undefined]);

/** Keeps the words of each list while another tab is open. They are not in the URL, because addresses are logged. */
export function SearchProvider({ children }: { children: ReactNode }) {
  const [words, setWords] = useState<Words>({});
  const value = useMemo<[Words, (list: string, text: string) => void]>(
    () => [words, (list, text) => setWords((now) => ({ ...now, [list]: text }))],
    [words],
  );
  return <SearchContext value={value}>{children}</SearchContext>;
}

export interface Search {
  /** What the field shows. */
  text: string;
  setText: (text: string) => void;
  /** What is looked for; undefined for all rows. */
  words: string | undefined;
  /** What was typed is not looked for yet. */
  isTyping: boolean;
}

export function useSearch(list: string): Search {
  const [allWords, setWords] = use(SearchContext);
  const text = allWords[list] ?? '';
  const meant = cleanSearchWords(text);
  const wanted = ENOUGH.test(meant) ? meant : undefined;
  const [words, setSearched] = useState(wanted);
  useEffect(() => {
    // An emptied field shows all rows at once.
    const timer = setTimeout(() => setSearched(wanted), wanted === undefined ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  return { text, setText: (next) => setWords(list, next), words, isTyping: words !== wanted };
}

interface FieldProps {
  search: Search;
  /** Visible above the field: `Find orders`. */
  label: string;
  /** What can be entered: `Number, name, email, city or tracking number`. */
  hint: string;
}

export function SearchField({ search, label, hint }: FieldProps) {
  // Not every browser empties a search field at Escape.
  const handleKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !search.isTyping) {
      // The row's link would get the same press.
      event.preventDefault();
      focusFirstRow();
    }
    if (event.key !== 'Escape') return;
    if (search.text === '') event.currentTarget.blur();
    else search.setText('');
  };
  return (
    <Field label={label} className="w-full sm:w-80">
      <Input
        type="search"
        data-list-search=""
        value={search.text}
        maxLength={SEARCH_WORDS_MAX}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        onKeyDown={handleKey}
        onChange={(event) => search.setText(event.currentTarget.value)}
      />
    </Field>
  );
}

/** For a server without the call. */
export const NoSearch = () => <EmptyState icon={SearchX} title="This shop’s server has no search" />;

/** `rows`: plural name such as `orders`. */
export const NothingFound = ({ rows, words }: { rows: string; words: string }) => (
  <EmptyState icon={SearchX} title={`No ${rows} found for “${words}”`} />
);
