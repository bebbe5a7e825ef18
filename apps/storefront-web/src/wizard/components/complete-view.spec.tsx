import { getCurrentAddress } from '@shop/web-testing';
import { resetBrowser, openShop } from '../../testing/open-shop.js';
import { jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { Link, Route, Routes } from 'react-router-dom';
import { EMPTY_WIZARD } from '../wizard-state.js';
import { CompleteView } from './complete-view.js';

const advanceTime = (ms: number) => act(() => jest.advanceTimersByTime(ms));

const artwork = { variation: 0, imageId: 'i 1', imageUrl: '/media/a?b', background: 'style', engine: 'built-in' };

function Complete() {
  const [state, setState] = useState({ ...EMPTY_WIZARD, petName: 'Biscuit 🐶', artworks: [artwork] });
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

describe('CompleteView', () => {
  it('shows the name as it is printed', async () => {
    jest.useRealTimers();
    openShop('/create', Shop);
    expect(await screen.findByRole('heading', { name: 'Say hello to Biscuit' })).toBeVisible();
  });

  it('names the engine that drew the artwork', async () => {
    jest.useRealTimers();
    openShop('/create', Shop);
    expect(await screen.findByText("Drawn by PetArt's own engine")).toBeVisible();
  });

  it('does not redirect once the page was left', () => {
    openShop('/create', Shop);
    fireEvent.click(screen.getByRole('link', { name: 'Leave' }));
    advanceTime(10_000);
    expect(getCurrentAddress()).toBe('/cart');
  });

  it('goes back to the order that the artwork is for', () => {
    openShop('/create?order=o1&item=i1', Shop);
    expect(screen.getByText('Taking you back to your order…')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Use it for my order' })).toBeVisible();
    advanceTime(2_000);
    expect(getCurrentAddress()).toBe('/orders/o1?item=i1&artwork=i+1');
  });

  it('redirects although the pointer moves, the page moves the focus, and a key of before repeats', () => {
    openShop('/create', Shop);
    fireEvent.pointerMove(document.body);
    screen.getByRole('button', { name: 'New variation' }).focus();
    fireEvent.keyDown(document.body, { key: 'Enter', repeat: true });
    fireEvent.scroll(document);
    advanceTime(2_000);
    expect(getCurrentAddress()).toContain('/customize');
  });

  it.each([
    ['presses', () => fireEvent.pointerDown(document.body)],
    ['uses a screen reader’s click', () => fireEvent.click(document.body)],
    ['turns the wheel', () => fireEvent.wheel(document.body)],
    ['swipes', () => fireEvent.touchMove(document.body)],
    ['presses a key', () => fireEvent.keyDown(document.body, { key: 'Tab' })],
    [
      'moves the scroll bar',
      () => {
        Object.assign(window, { scrollY: 200 });
        fireEvent.scroll(document);
        Object.assign(window, { scrollY: 0 });
      },
    ],
  ])('does not redirect once the visitor %s', (_, act) => {
    openShop('/create', Shop);
    advanceTime(1_900);
    act();
    advanceTime(60_000);
    expect(getCurrentAddress()).toBe('/create');
    expect(screen.getByText('Take your time.')).toBeVisible();
    fireEvent.click(screen.getByRole('link', { name: 'Put it on a product' }));
    expect(getCurrentAddress()).toBe('/customize?imageId=i%201&imageUrl=%2Fmedia%2Fa%3Fb');
  });
});
