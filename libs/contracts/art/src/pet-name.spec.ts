import { getPetNameNotice, getPrintableName, toCapitals } from './pet-name.js';

const EMOJI = "Emoji can't be printed and will be left out.";

describe('getPrintableName', () => {
  it.each([
    'Biscuit',
    'Zoë & Max No. 2',
    'Бублик',
    'Κανέλα',
    'בן דב',
    'مشمش',
    'پیشی',
    'मोती',
    '小白',
    '龍貓',
    'ポチ',
    'さくら桜',
    '초코',
    'น้ำตาล',
    'თეთრა',
    'கருப்பன்',
    'Đậu Phụ',
    'Ærlig Ñandú',
    'Mr. O’Malley-Smith!',
  ])('keeps %s', (name) => {
    expect([getPrintableName(name), getPetNameNotice(name)]).toEqual([name, null]);
  });

  it.each([
    ['🐶 Max', 'Max'],
    ['Max 🐕‍🦺 the 👨‍👩‍👧 dog', 'Max the dog'],
    ['Rex❤️', 'Rex'],
    ['Rex ☺ 🇩🇪 1️⃣', 'Rex'],
    ['小白🐈', '小白'],
    ['🐶🐱', ''],
  ])('leaves out the emoji of %s', (name, printed) => {
    expect([getPrintableName(name), getPetNameNotice(name)]).toEqual([printed, EMOJI]);
  });

  it.each([
    ['ဘိုဘို Bo', 'Bo', "ဘို can't be printed and will be left out."],
    ['ٹائیگر', 'ائیگر', "ٹ can't be printed and will be left out."],
    ['አቢ', '', "አ ቢ can't be printed and will be left out."],
    ['𠮷 Max', 'Max', "𠮷 can't be printed and will be left out."],
    ['🐶 አቢ', '', `${EMOJI} አ ቢ can't be printed and will be left out.`],
  ])('leaves out what no font has: %s', (name, printed, notice) => {
    expect([getPrintableName(name), getPetNameNotice(name)]).toEqual([printed, notice]);
  });

  it('composes letters and ignores invisible characters', () => {
    expect(getPrintableName('Zoe\u0308 \u200b\ufeff  Max\n')).toBe('Zoë Max');
    expect(getPetNameNotice('Zoe\u0308 \u200b\ufeffMax')).toBeNull();
    expect(getPrintableName('ハ\u309aト')).toBe('パト');
    expect([getPrintableName(''), getPetNameNotice('')]).toEqual(['', null]);
  });
});

describe('toCapitals', () => {
  it.each([
    ['Μάγια', 'ΜΑΓΙΑ'],
    ['Μαΐρη', 'ΜΑΪΡΗ'],
    ['Μάιος & Max', 'ΜΑΪΟΣ & MAX'],
    ['İnci', 'İNCİ'],
    ['Fıstık', 'FISTIK'],
    ['Boncuk Paşa Bili', 'BONCUK PAŞA BİLİ'],
    ['Biscuit', 'BISCUIT'],
    ['Straße', 'STRASSE'],
    ['Zoe\u0308', 'ZOË'],
    ['Ёжик', 'ЁЖИК'],
    ['さくら', 'さくら'],
  ])('writes %s as %s', (name, capitals) => {
    expect(toCapitals(name)).toBe(capitals);
  });
});

describe('a browser without Intl.Segmenter', () => {
  const { Segmenter } = Intl;
  beforeAll(() => void Object.assign(Intl, { Segmenter: undefined }));
  afterAll(() => void Object.assign(Intl, { Segmenter }));

  it.each([
    ['Zoe\u0308 น้ำตาล मोती', 'Zoë น้ำตาล मोती'],
    ['Max 🐕‍🦺 the 👨‍👩‍👧 dog 🇩🇪 1️⃣', 'Max the dog'],
    ['𠮷 Max', 'Max'],
  ])('leaves out the same of %s', (name, printed) => {
    expect(getPrintableName(name)).toBe(printed);
  });
});
