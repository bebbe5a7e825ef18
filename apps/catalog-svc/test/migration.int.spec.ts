import { createDataSource } from '@shop/service-kit';
import { anyTransport, createTestDatabase, testConfig, type TestDatabase } from '@shop/testing';
import type { DataSource } from 'typeorm';
import { readConfig } from '../src/config.js';
import { Catalogue1795190400000 } from '../src/database/migrations/0001-catalogue.js';
import { AdminCatalogue1795200000000 } from '../src/database/migrations/0002-admin-catalogue.js';
import { CUTS } from '../src/pictures/cuts.js';
import { areasOf, type AreasSource } from '../src/products/product-areas.rules.js';

const TEE = areasOf({ category: 'tshirt', imageUrl: null, printArea: null, pictureArea: null });
const OWN = { widthPx: 1234, heightPx: 999, shape: 'rectangle' as const };

describe('a catalogue from before versions', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    const transport = anyTransport();
    await transport.open();
    const config = testConfig(readConfig, { database, transport });
    await transport.close();
    dataSource = await createDataSource({
      service: 'catalog-svc',
      config,
      entities: [],
      migrations: [Catalogue1795190400000, AdminCatalogue1795200000000],
    }).initialize();
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const list = (): Promise<(AreasSource & { title: string })[]> =>
    database.query(
      'SELECT title, category, image_url AS "imageUrl", print_area AS "printArea", picture_area AS "pictureArea" FROM products ORDER BY title',
    );

  it('keeps every area as it was, and as its own only where it was set by hand; there and back', async () => {
    const runner = dataSource.createQueryRunner();
    await new Catalogue1795190400000().up(runner);
    const plant = (title: string, imageUrl: string | null, areas: object, pictureArea: object): Promise<unknown> =>
      database.query(
        `INSERT INTO products (title, category, base_price_cents, image_url, print_area, picture_area) VALUES ($1, 'tshirt', 100, $2, $3, $4)`,
        [title, imageUrl, JSON.stringify(areas), JSON.stringify(pictureArea)],
      );
    await plant(
      'a drawn one',
      '/pictures/womens-tee-rose.svg',
      CUTS['womens-tee'].printArea,
      CUTS['womens-tee'].pictureArea,
    );
    await plant('b foreign', 'https://example.com/a.png', TEE.printArea, TEE.pictureArea);
    await plant('c by hand', 'https://example.com/a.png', OWN, TEE.pictureArea);
    const before = await list();

    await new AdminCatalogue1795200000000().up(runner);

    const after = await list();
    expect(after.map(({ title, printArea, pictureArea }) => [title, printArea, pictureArea])).toEqual([
      ['a drawn one', null, null],
      ['b foreign', null, null],
      ['c by hand', OWN, TEE.pictureArea],
    ]);
    const effective = after.map((row) => ({ ...row, ...areasOf(row) }));
    expect(effective).toEqual(before);
    await new AdminCatalogue1795200000000().down(runner);
    expect(await list()).toEqual(before);
    await runner.release();
  });
});
