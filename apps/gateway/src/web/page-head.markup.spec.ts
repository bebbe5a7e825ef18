import { insertPageHead } from './page-head.markup.js';

const site = { origin: 'https://shop.test', pathname: '/a/token' };
const html = '<head><title>Artwork</title><meta name="robots" content="noindex"></head>';

describe('insertPageHead', () => {
  it('replaces the title and adds what messengers show beside a link', () => {
    const head = {
      title: 'Rex',
      description: 'A portrait',
      picture: { url: '/media/shared/x', width: 10, height: 20 },
    };
    const page = insertPageHead(html, head, site);
    expect(page).toContain('<title>Rex</title>');
    expect(page).not.toContain('<title>Artwork</title>');
    expect(page).toContain('<meta name="robots" content="noindex">');
    expect(page).toContain('<meta property="og:image" content="https://shop.test/media/shared/x">');
    expect(page).toContain('<meta property="og:url" content="https://shop.test/a/token">');
  });

  it('lets no text become markup, nor a pattern of a replacement', () => {
    const head = { title: '</title><script>alert(1)</script>', description: '"><img src=x> $& $1', picture: null };
    const page = insertPageHead(html, head, site);
    expect(page).not.toMatch(/<script|<img/);
    expect(page).toContain('&lt;/title&gt;&lt;script&gt;');
    expect(page).toContain('content="&quot;&gt;&lt;img src=x&gt; $&amp; $1"');
    expect(page).not.toContain('og:image');
  });
});
