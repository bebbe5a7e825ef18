import { act, screen, within } from '@testing-library/react';
import { aDeliveredOrder, aProblemReport, aReprint } from '../testing/builders.js';
import { openOrder } from '../testing/open-order.js';
import { resetBrowser } from '../testing/open-shop.js';

afterEach(resetBrowser);

const UPS = { carrier: 'UPS', number: '1Z999AA10123456784', url: null };
const withReports = (...reports: ReturnType<typeof aProblemReport>[]) =>
  aDeliveredOrder({ problems: { canReport: true, reportableUntil: null, reports } });

describe('what is sent again', () => {
  it('is shown with its state, live, and with its parcel', async () => {
    const items = [{ orderItemId: crypto.randomUUID(), title: 'Classic T-Shirt', quantity: 2 }];
    const reprint = aReprint({ state: 'waiting', items });
    const known = aDeliveredOrder({ reprints: [reprint] });
    const { streams } = await openOrder(known);
    const row = () => within(within(screen.getByRole('list', { name: 'Sent again' })).getByRole('listitem'));
    expect(row().getByRole('heading', { name: 'We are sending this again' })).toBeVisible();
    expect(row().getByText('2 × Classic T-Shirt')).toBeVisible();
    expect(row().getByText(/^It is about to be printed\. It costs you nothing/)).toBeVisible();
    act(() =>
      streams.opened[0]?.emit('order', { ...known, reprints: [{ ...reprint, state: 'shipped', tracking: UPS }] }),
    );
    expect(await row().findByRole('heading', { name: 'We have sent this again' })).toBeVisible();
    expect(row().getByText(/on its way with UPS, tracking number 1Z999AA10123456784/)).toBeVisible();
    expect(row().getByRole('link', { name: 'Follow the parcel at UPS, opens in a new tab' })).toBeVisible();
  });

  it.each([
    ['No one there', 'It came back: No one there. Is the address right? If not, please write to us.'],
    [null, 'It came back. Is the address right? If not, please write to us.'],
  ])('is not on its way once its parcel came back (%j), until another one leaves', async (reason, text) => {
    const reprint = aReprint({ state: 'shipped', tracking: { ...UPS, returned: { reason } } });
    const known = aDeliveredOrder({ reprints: [reprint] });
    const { streams } = await openOrder(known);
    expect(screen.getByRole('heading', { name: 'What we sent again came back' })).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    const tracking = { ...UPS, returned: { reason }, further: [{ ...UPS, number: 'NEXT' }] };
    act(() => streams.opened[0]?.emit('order', { ...known, reprints: [{ ...reprint, tracking }] }));
    expect(await screen.findByText('Your parcel is on its way with UPS, tracking number NEXT.')).toBeVisible();
    expect(screen.queryByText(text)).toBeNull();
  });

  it.each([
    ['delivered', 'We have sent this again', 'It should be with you. We hope that all is well now.'],
    ['cancelled', 'Not sent again after all', 'If you have a question about it, please write to us.'],
    ['by-balloon', 'We are sending this again', 'by-balloon'],
  ])('is shown as %s', async (state, title, text) => {
    await openOrder(aDeliveredOrder({ reprints: [aReprint({ state: state as 'delivered' })] }));
    expect(screen.getByRole('heading', { name: title })).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
  });
});

describe('what the customer reported', () => {
  it('is shown as reported, and with the answer of the shop once it comes', async () => {
    const report = aProblemReport({ photoUrls: ['/media/hole'] });
    const known = withReports(report);
    const { streams } = await openOrder(known);
    const reports = within(screen.getByRole('region', { name: 'What you reported' }));
    expect(reports.getByText('It is damaged:', { exact: false })).toHaveTextContent('It is damaged: Classic T-Shirt');
    expect(reports.getByText('There is a hole in it.')).toBeVisible();
    expect(reports.getByRole('img', { name: 'Photo 1 of the problem' })).toBeVisible();
    expect(reports.getByText('Reported. We look at it, and answer here and by email.')).toBeVisible();
    const { problems } = withReports({ ...report, state: 'answered', answer: 'We are sorry.' });
    act(() => streams.opened[0]?.emit('order', { ...known, problems }));
    expect(await reports.findByText('We are sorry.')).toBeVisible();
    expect(reports.queryByText(/^Reported\./)).toBeNull();
  });

  it('is sent again', async () => {
    await openOrder(withReports(aProblemReport({ state: 'reprinted' })));
    expect(screen.getByText('We are sending it again.')).toBeVisible();
  });

  it('is not there in the answer of a server that does not know it', async () => {
    await openOrder(aDeliveredOrder({ problems: undefined }));
    expect(screen.queryByRole('region', { name: 'What you reported' })).toBeNull();
    expect(screen.queryByRole('list', { name: 'Sent again' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Report a Problem' })).toBeNull();
  });
});
