import { PROMPT_MAX } from '@shop/contracts-art';
import {
  BACKDROPS,
  isWishWord,
  keepFollowed,
  listIgnoredWords,
  MOODS,
  readWishWords,
  WISH_COLOURS,
  type WishColour,
  type WishKind,
  type WishWords,
} from '@shop/contracts-art/wishes';
import { cn } from '@shop/web-ui';
import { addWord, replaceWord } from '../replace-word.js';

const COLOURS: readonly WishColour[] = ['gold', 'coral', 'pink', 'lavender', 'blue', 'teal', 'mint', 'green'];

const KINDS: readonly { kind: WishKind; name: string; keys: readonly string[] }[] = [
  { kind: 'colour', name: 'Color', keys: COLOURS },
  { kind: 'mood', name: 'Mood', keys: MOODS },
  { kind: 'backdrop', name: 'Background', keys: BACKDROPS },
];

/** `gold (color), warm for “autumn” (mood)` */
const describeFollowed = (followed: WishWords): string =>
  KINDS.flatMap(({ kind, name }) => {
    const wish = followed[kind];
    if (!wish) return [];
    const text = wish.word === wish.key ? wish.key : `${wish.key} for “${wish.word}”`;
    return `${text} (${name.toLowerCase()})`;
  }).join(', ');

const Words = ({ label, words }: { label: string; words: readonly string[] }) =>
  words.length > 0 && (
    <p className="[overflow-wrap:anywhere]">
      <span className="font-semibold">{label}</span> <bdi>{words.join(', ')}</bdi>
    </p>
  );

interface Props {
  prompt: string;
  styleKey: string | null;
  hasStyleBackground: boolean;
  onChange: (prompt: string) => void;
}

/** What the built-in engine can draw of a prompt, as buttons, and what it understands of the typed one. */
export function PromptWishes({ prompt, styleKey, hasStyleBackground, onChange }: Props) {
  const wishes = readWishWords(prompt);
  const keep = (words: WishWords): WishWords => keepFollowed(words, styleKey, hasStyleBackground);
  const followed = keep(wishes);
  const ignored = listIgnoredWords(prompt, followed);
  const isOffered = (kind: WishKind, key: string): boolean =>
    keep({ colour: null, mood: null, backdrop: null, [kind]: { word: key, key } })[kind] !== null;
  const toggle = (kind: WishKind, key: string): void => {
    const wish = wishes[kind];
    const changed = wish ? replaceWord(prompt, wish.word, wish.key === key ? null : key) : addWord(prompt, key);
    if (changed.length <= PROMPT_MAX) onChange(changed);
  };

  return (
    <section aria-label="What our engine can draw" className="flex flex-col gap-3">
      <div aria-live="polite">
        {prompt.trim() === '' && (
          <p className="text-pretty text-muted-foreground">
            Our own engine follows one color, one mood and one background. Choose them here, or type them.
          </p>
        )}
        {describeFollowed(followed) && (
          <p>
            <span className="font-semibold">Understood:</span> {describeFollowed(followed)}
          </p>
        )}
        <Words label="Not understood:" words={ignored.filter((word) => !isWishWord(word))} />
        <Words label="Not used in this artwork:" words={ignored.filter(isWishWord)} />
      </div>
      {KINDS.map(({ kind, name, keys }) => {
        const offered = keys.filter((key) => isOffered(kind, key));
        return (
          offered.length > 0 && (
            <div
              key={kind}
              role="group"
              aria-label={name}
              className="flex flex-col gap-x-3 gap-y-1 sm:flex-row sm:items-baseline"
            >
              <span aria-hidden className="w-28 shrink-0 text-sm font-semibold">
                {name}
              </span>
              <div
                data-strip=""
                className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 sm:mx-0 sm:flex-wrap sm:overflow-visible sm:px-0 sm:py-0"
              >
                {offered.map((key) => {
                  const isChosen = followed[kind]?.key === key;
                  return (
                    <button
                      key={key}
                      type="button"
                      aria-pressed={isChosen}
                      onClick={() => toggle(kind, key)}
                      className={cn(
                        'inline-flex min-h-11 shrink-0 cursor-pointer items-center gap-2 rounded-full border-2 px-4 text-sm font-semibold',
                        isChosen
                          ? 'border-primary bg-peach text-tint-foreground'
                          : 'border-border-strong bg-card hover:border-foreground',
                      )}
                    >
                      {kind === 'colour' && (
                        <span
                          aria-hidden
                          className="size-4 forced-color-adjust-none rounded-full border border-border-strong"
                          style={{ backgroundColor: WISH_COLOURS[key as WishColour] }}
                        />
                      )}
                      {key}
                    </button>
                  );
                })}
              </div>
            </div>
          )
        );
      })}
    </section>
  );
}
