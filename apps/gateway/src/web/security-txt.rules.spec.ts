import { createSecurityTxt, findSecurityTxtFault } from './security-txt.rules.js';

const NOW = Date.parse('2026-11-29T12:00:00Z');

describe('security.txt', () => {
  it('is made of the contact, valid for 90 days', () => {
    const text = createSecurityTxt('mailto:security@shop.test', 'https://shop.test/', NOW);
    expect(text.split('\n')).toEqual([
      'Contact: mailto:security@shop.test',
      'Expires: 2027-02-27T12:00:00.000Z',
      'Preferred-Languages: en',
      'Canonical: https://shop.test/.well-known/security.txt',
      '',
    ]);
    expect(findSecurityTxtFault(text, NOW)).toBeUndefined();
  });

  it.each([
    ['Contact: mailto:a@shop.test\r\nExpires: 2026-11-29T13:00:00+02:00\r\n', 'expired on 2026-11-29'],
    ['Contact: mailto:a@shop.test\n', 'must have one Expires with a date'],
    ['Contact: mailto:a@shop.test\nExpires: soon\n', 'must have one Expires with a date'],
    ['# Contact: mailto:a@shop.test\nExpires: 2030-01-01T00:00:00Z\n', 'has no Contact'],
    ['contact: https://shop.test/report\nEXPIRES: 2027-01-01T00:00:00Z\n', undefined],
  ])('%j: %s', (text, fault) => {
    expect(findSecurityTxtFault(text, NOW)).toBe(fault);
  });
});
