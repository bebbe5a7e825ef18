/**
 * Parcel labels have Latin letters: the carriers' machines and people in other countries read no others
 * (Universal Postal Union, S42). The error shows how an address of the same kind is written.
 */
import type { ShippingAddress } from '@shop/contracts-order';

type WrittenField = 'name' | 'address' | 'address2' | 'city' | 'state';
type Example = Readonly<Record<Exclude<WrittenField, 'address2'>, string>>;

const JAPAN: Example = { name: 'Hanako Yamada', address: '1-7-1 Nagatacho', city: 'Chiyoda-ku', state: 'Tokyo' };
const EXAMPLES: readonly (readonly [RegExp, Example])[] = [
  [
    /\p{Script=Cyrillic}/u,
    { name: 'Olena Kovalenko', address: 'vul. Khreshchatyk 22', city: 'Kyiv', state: 'Kyivska oblast' },
  ],
  [/\p{Script=Greek}/u, { name: 'Maria Papadopoulou', address: 'Ermou 15', city: 'Athina', state: 'Attiki' }],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, JAPAN],
  [/\p{Script=Han}/u, { name: 'Wang Wei', address: '88 Nanjing Road', city: 'Huangpu', state: 'Shanghai' }],
  [/\p{Script=Arabic}/u, { name: 'Layla Hassan', address: '12 Tahrir Street', city: 'Cairo', state: 'Giza' }],
];
const OTHER: Example = { name: 'Nino Beridze', address: '12 Rustaveli Avenue', city: 'Tbilisi', state: 'Imereti' };

const NOUNS: Readonly<Record<WrittenField, string>> = {
  name: 'the name',
  address: 'the address',
  address2: 'this line',
  city: 'the city',
  state: 'the state',
};

/** Letters and digits of other scripts; signs that several scripts share are no obstacle. */
const OTHER_SCRIPT = /(?![\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}])[\p{L}\p{Nd}]/u;

/** Emojis and other pictures are in no printer's typeface: flags, digits in a box, and signs except those of Western European text. */
const PICTURE = /\p{Regional_Indicator}{2}|[\d#*]?\u20e3|(?![©®™°¦№℅])[\p{So}\p{Extended_Pictographic}]/u;

/** Han letters are Japanese in Japan, and Chinese elsewhere. */
function getExample(code: string | null, text: string): Example {
  if (code === 'JP') return JAPAN;
  return EXAMPLES.find(([script]) => script.test(text))?.[1] ?? OTHER;
}

const FIELDS: readonly WrittenField[] = ['name', 'address', 'address2', 'city', 'state'];

/** A message per field. `code`: the country; null if it is unknown. */
export function findUnprintableLetters(code: string | null, address: ShippingAddress): Record<string, string> {
  return Object.fromEntries(
    FIELDS.flatMap((field): [string, string][] => {
      const [picture] = PICTURE.exec(address[field] ?? '') ?? [];
      if (picture) return [[field, `Parcel labels can’t show ${picture}. Please write ${NOUNS[field]} in letters.`]];
      if (!OTHER_SCRIPT.test(address[field] ?? '')) return [];
      const example = getExample(code, address[field] ?? '')[field === 'address2' ? 'address' : field];
      const message = `Parcel labels have Latin letters only. Please write ${NOUNS[field]} in Latin letters, such as ${example}.`;
      return [[field, message]];
    }),
  );
}
