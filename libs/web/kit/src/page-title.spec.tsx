import { cleanup, render } from '@testing-library/react';
import { usePageTitle } from './page-title.js';

const PAGE_TAGS =
  '<meta name="description" content="Hoodies"><meta name="robots" content="noindex"><link rel="canonical" href="/"><meta property="og:url" content="/"><meta property="og:image:alt" content="A kitten"><script type="application/ld+json">{"@type":"Product"}</script>';
const SHOP_TAGS =
  '<meta name="theme-color" content="#fffaf2"><meta name="twitter:card" content="summary_large_image"><link rel="icon" href="/icon-192.png">';

function Page({ title }: { title: string }) {
  usePageTitle(title);
  return <textarea name="description" />;
}

describe('usePageTitle', () => {
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

  it('keeps the tags of the page while it is open, whatever its title', () => {
    const { rerender } = render(<Page title="Order" />);
    history.replaceState(null, '', '/?payment_intent=1');
    rerender(<Page title="Order PA-1" />);
    expect(tags()).toBe(PAGE_TAGS + SHOP_TAGS);
  });

  it('removes the first page’s tags on the next page, so that neither noindex nor share data apply to it', () => {
    render(<Page title="" />).unmount();
    history.pushState(null, '', '/cart');
    render(<Page title="Shopping Cart" />);
    expect(document.title).toBe('Shopping Cart · PetArt');
    expect(tags()).toBe(SHOP_TAGS);
    expect(document.querySelector('textarea')).toBeInTheDocument();
  });
});
