import { getTrackingUrl } from './carriers.js';

describe('getTrackingUrl', () => {
  it.each([
    ['UPS', '1Z999AA10123456784', 'https://www.ups.com/track?tracknum=1Z999AA10123456784'],
    ['ups ground', '1Z 999 AA1 01', 'https://www.ups.com/track?tracknum=1Z999AA101'],
    ['USPS', '9400111899223', 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9400111899223'],
    [' FedEx Home Delivery', '7712', 'https://www.fedex.com/fedextrack/?trknbr=7712'],
    ['FEDEX', '7712', 'https://www.fedex.com/fedextrack/?trknbr=7712'],
    ['DHL_EXPRESS', '00340', 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=00340'],
  ])('returns the page of %s for %s', (carrier, number, address) => {
    expect(getTrackingUrl({ carrier, number, url: null })).toBe(address);
  });

  it('returns the given URL, if there is one', () => {
    expect(getTrackingUrl({ carrier: 'UPS', number: '1Z', url: 'https://example.com/1Z' })).toBe(
      'https://example.com/1Z',
    );
  });

  it.each(['Upstate Couriers', 'Sandbox Post', 'constructor', '', 'The UPS man'])(
    'is null for the carrier %j',
    (carrier) => {
      expect(getTrackingUrl({ carrier, number: '1Z', url: null })).toBeNull();
    },
  );

  it('escapes the number', () => {
    const address = getTrackingUrl({ carrier: 'UPS', number: '1Z&x="><script>#/../?', url: null });
    expect(new URL(address ?? '').searchParams.get('tracknum')).toBe('1Z&x="><script>#/../?');
    expect(new URL(address ?? '').hostname).toBe('www.ups.com');
  });
});

describe('getTrackingUrl with the carriers of the settings', () => {
  const carriers = [
    { name: 'DHL', trackingUrl: 'https://dhl.example/{number}' },
    { name: 'DHL Express', trackingUrl: 'https://express.example/{number}?again={number}' },
    { name: 'Österreichische Post', trackingUrl: 'https://post.example/#{number}' },
    { name: '4PX', trackingUrl: 'https://4px.example/{number}' },
  ];

  it.each([
    ['DHL Paket', 'https://dhl.example/1%26Z'],
    ['dhl_express worldwide', 'https://express.example/1%26Z?again=1%26Z'],
    ['österreichische post', 'https://post.example/#1%26Z'],
    ['4px', 'https://4px.example/1%26Z'],
    ['UPS', null],
    ['DHLX', null],
  ])('is for %s %s', (carrier, address) => {
    expect(getTrackingUrl({ carrier, number: '1& Z', url: null }, carriers)).toBe(address);
  });
});
