import { addressBar } from '@shop/web-testing';
import { resetBrowser, openShop } from '../../testing/open-shop.js';
import { jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { Link, Route, Routes } from 'react-router-dom';
import { EMPTY_WIZARD } from '../wizard-state.js';
import { CompleteView } from './complete-view.js';

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

const artwork = { variation: 0, imageId: 'i 1', imageUrl: '/media/a?b' };

function Complete() {
  const [state, setState] = useState({ ...EMPTY_WIZARD, petName: 'Biscuit', made: [artwork] });
  return (
    <CompleteView
      artwork={artwork}
      state={state}
      dispatch={() => setState({ ...state, staysOnPage: true })}
      progress={undefined}
    />
  );
}

function Shop() {
  return (
    <>
      <Link to="/cart">Leave</Link>
      <Routes>
        <Route path="/create" element={<Complete />} />
        <Route path="*" element={null} />
      </Routes>
    </>
  );
}

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.useRealTimers();
  resetBrowser();
});

describe('the finished artwork', () => {
  it('is shown for two seconds, then leads to /customize with both addresses encoded', () => {
    openShop('/create', Shop);
    expect(screen.getByRole('heading', { name: 'Say hello to Biscuit' })).toBeVisible();
    pass(1_900);
    expect(addressBar()).toBe('/create');
    pass(200);
    expect(addressBar()).toBe('/customize?imageId=i%201&imageUrl=%2Fmedia%2Fa%3Fb');
  });

  it('leads nowhere once the page was left', () => {
    openShop('/create', Shop);
    fireEvent.click(screen.getByRole('link', { name: 'Leave' }));
    pass(10_000);
    expect(addressBar()).toBe('/cart');
  });

  it('leads nowhere by itself once another variation was asked for', () => {
    openShop('/create', Shop);
    pass(1_900);
    fireEvent.click(screen.getByRole('button', { name: 'New variation' }));
    pass(60_000);
    expect(addressBar()).toBe('/create');
    expect(screen.queryByText('Taking you to your products…')).not.toBeInTheDocument();
    fireEvent.click(screen.getByRole('link', { name: 'Choose a product now' }));
    expect(addressBar()).toBe('/customize?imageId=i%201&imageUrl=%2Fmedia%2Fa%3Fb');
  });
});
