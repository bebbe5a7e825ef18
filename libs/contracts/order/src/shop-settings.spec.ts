import {
  changeShopRequestSchema,
  fillTemplate,
  isTimeZone,
  isTrackingPage,
  listPlaceholders,
} from './shop-settings.js';

const getErrors = (body: object): string[] =>
  (changeShopRequestSchema.safeParse(body).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

describe('changeShopRequestSchema', () => {
  it('contains only the sent parts', () => {
    expect(changeShopRequestSchema.parse({ timeZone: ' Europe/Berlin ', version: 7 })).toEqual({
      timeZone: 'Europe/Berlin',
    });
    expect(changeShopRequestSchema.parse({ carriers: null, holiday: null })).toEqual({ carriers: null, holiday: null });
  });

  it.each<[string, object]>([
    [
      'carriers.1.name: This carrier is in the list already',
      { carriers: ['DHL Express', 'dhl_express'].map(toCarrier) },
    ],
    ['carriers.0.name: The carrier’s name must have a letter or a digit', { carriers: [toCarrier('-')] }],
    ['deliveryDays.us.max: The longest time must not be below the shortest', toDays({ min: 5, max: 2 })],
    ['deliveryDays.us.min: Please enter a whole number of days from 0 to 90', toDays({ min: 1.5, max: 2 })],
    ['deliveryDays.us.max: Please enter a whole number of days from 0 to 90', toDays({ min: 1, max: 91 })],
    ['holiday.until: The last day must not be before the first', toHoliday('2026-12-24', '2026-12-23', '2027-01-04')],
    [
      'holiday.shipsFrom: Orders can’t leave before the holiday ends',
      toHoliday('2026-12-24', '2027-01-03', '2027-01-02'),
    ],
    ['holiday.from: Please enter a date', toHoliday('2026-02-30', '2026-12-23', '2027-01-04')],
    ['replyTemplates.1.title: Another template has this title', { replyTemplates: ['Late', 'late'].map(toTemplate) }],
    [
      'replyTemplates: Please use at most 50 templates',
      { replyTemplates: Array.from({ length: 51 }, (_, n) => toTemplate(`T${n}`)) },
    ],
  ])('refuses with %s', (error, body) => {
    expect(getErrors(body)).toEqual([error]);
  });
});

function toCarrier(name: string) {
  return { name, trackingUrl: 'https://post.example/{number}' };
}
function toTemplate(title: string) {
  return { title, text: 'Dear {name}' };
}
function toDays(us: object) {
  return { deliveryDays: { production: null, us, canada: null, europe: { min: 0, max: 0 }, rest: null } };
}
function toHoliday(from: string, until: string, shipsFrom: string) {
  return { holiday: { from, until, shipsFrom, message: '' } };
}

describe('isTrackingPage', () => {
  it.each([
    'https://post.example/{number}',
    'https://post.example/?a={number}&b={number}',
    'https://post.example#{number}',
  ])('accepts %s', (template) => expect(isTrackingPage(template)).toBe(true));
  it.each([
    'https://post.example/',
    'http://post.example/{number}',
    'javascript:alert({number})',
    'https://{number}.example/',
    'https://post.example:{number}/',
    'https://post@{number}/',
    'https://user:{number}@post.example/',
    'https://me@post.example/{number}',
    'https://post.example/\n{number}',
    '{number}',
  ])('refuses %j', (template) => expect(isTrackingPage(template)).toBe(false));
});

describe('isTimeZone', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires'])('accepts %s', (name) =>
    expect(isTimeZone(name)).toBe(true),
  );
  it.each(['', '+01:00', 'Springfield', 'Europe/Berlin; DROP'])('refuses %j', (name) =>
    expect(isTimeZone(name)).toBe(false),
  );
});

describe('templates of replies', () => {
  it('have their known placeholders filled in, and keep the others', () => {
    const template = 'Dear {name}, {order} and {order}: {sum}, {}, { name }';
    expect(fillTemplate(template, { '{name}': '$& {order}' })).toBe(
      'Dear $& {order}, {order} and {order}: {sum}, {}, { name }',
    );
    expect(fillTemplate(template, { '{order}': 'PA-1' })).toBe('Dear {name}, PA-1 and PA-1: {sum}, {}, { name }');
    expect(listPlaceholders(template)).toEqual(['{name}', '{order}', '{sum}']);
  });
});
