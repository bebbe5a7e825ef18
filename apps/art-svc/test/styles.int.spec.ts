import type { Style } from '@shop/contracts/art';
import { anyTransport, type TestService } from '@shop/testing';
import { ArtFixture } from './art-fixture.js';

describe('GET /api/styles', () => {
  let fixture: ArtFixture;
  let service: TestService;

  beforeAll(async () => {
    fixture = await ArtFixture.open(anyTransport());
    service = await fixture.start();
  });
  afterAll(() => fixture.close());

  it('lists the four seeded styles in their order, and nothing of their prompts', async () => {
    const styles = (await service.call('GET', '/api/styles')).json<Style[]>();
    expect(styles.map(({ key, name }) => [key, name])).toEqual([
      ['cyberpunk', 'Cyberpunk'],
      ['modern', 'Modern'],
      ['minimalistic', 'Minimalistic'],
      ['abstract', 'Abstract'],
    ]);
    expect(Object.keys(styles[0]!).sort()).toEqual(['description', 'id', 'key', 'name']);
  });

  it('answers 304 to whoever has the list', async () => {
    const first = await service.call('GET', '/api/styles');
    const again = await service.call('GET', '/api/styles', {
      headers: { 'if-none-match': first.headers.get('etag')! },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('is seeded once, and leaves out a style that is not active', async () => {
    await fixture.database.query(`UPDATE ai_styles SET active = false WHERE key = 'modern'`);
    const other = await fixture.start();
    const styles = (await other.call('GET', '/api/styles')).json<Style[]>();
    expect(styles.map(({ key }) => key)).toEqual(['cyberpunk', 'minimalistic', 'abstract']);
  });
});

describe('SEED=none', () => {
  it('leaves the styles empty', async () => {
    const fixture = await ArtFixture.open(anyTransport());
    try {
      const service = await fixture.start({ SEED: 'none' });
      expect((await service.call('GET', '/api/styles')).text).toBe('[]');
    } finally {
      await fixture.close();
    }
  });
});
