import { cleanup, render } from '@testing-library/react';
import { usePageTitle } from './page-title.js';

const PAGE_TAGS =
  '<meta name="description" content="Hoodies"><meta name="robots" content="noindex"><link rel="canonical" href="/"><meta property="og:url" content="/"><meta property="og:image:alt" content="A kitten">';
const SHOP_TAGS =
  '<meta name="theme-color" content="#fffaf2"><meta name="twitter:card" content="summary_large_image"><link rel="icon" href="/icon-192.png">';

function Page({ title }: { title: string }) {
  usePageTitle(title);
  return <textarea name="description" />;
}

describe('what the head says of a page', () => {
  const headBefore = document.head.innerHTML;
  const tags = () =>
    [...document.head.children]
      .filter(({ localName }) => localName !== 'title')
      .map(({ outerHTML }) => outerHTML)
      .join('');

  beforeEach(() => {
    document.head.innerHTML = PAGE_TAGS + SHOP_TAGS;
  });
  afterEach(() => {
    cleanup();
    history.replaceState(null, '', '/');
    document.head.innerHTML = headBefore;
  });

  it('stays while the page does, whatever it is called', () => {
    const { rerender } = render(<Page title="Order" />);
    history.replaceState(null, '', '/?payment_intent=1');
    rerender(<Page title="Order PA-1" />);
    expect(tags()).toBe(PAGE_TAGS + SHOP_TAGS);
  });

  it('is not said of the next one: neither that it is not to be found, nor what is shared in its place', () => {
    render(<Page title="" />).unmount();
    history.pushState(null, '', '/cart');
    render(<Page title="Shopping Cart" />);
    expect(document.title).toBe('Shopping Cart · PetArt');
    expect(tags()).toBe(SHOP_TAGS);
    expect(document.querySelector('textarea')).toBeInTheDocument();
  });
});
