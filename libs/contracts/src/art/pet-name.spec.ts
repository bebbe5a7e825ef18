import { getPetNameNotice, getPrintableName } from './pet-name.js';

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
