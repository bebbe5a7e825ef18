import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Design } from '@shop/contracts/art';
import { eventually } from './eventually.ts';
import type { ShopFolder } from './shop-folder.ts';
import { Shopper } from './shopper.ts';

/** What a customer has in a shop, of every kind: none of it may be lost, whatever happens to the processes. */
export class Belongings {
  readonly customer: Shopper;
  readonly #folder: ShopFolder;
  #letters: unknown[] = [];
  #order = '';
  #artwork: { url: string; file: Buffer } | undefined;
  #unfinished: Design | undefined;

  private constructor(folder: ShopFolder) {
    this.#folder = folder;
    this.customer = new Shopper(folder.url);
  }

  /** Of somebody new; resolves while an artwork is being drawn, and a letter may not be written yet. */
  static async gather(folder: ShopFolder): Promise<Belongings> {
    const belongings = new Belongings(folder);
    const { customer } = belongings;
    await customer.register();
    await customer.fillCart();
    await eventually('the welcome', () => folder.letters[0]);
    belongings.#letters = belongings.#lettersNow();
    belongings.#order = await customer.order();
    const [design] = await customer.designs();
    const url = design?.outputImage?.url ?? '';
    belongings.#artwork = { url, file: await customer.file(url) };
    await customer.ask();
    void customer.generate('cyberpunk').catch(() => undefined); // whoever waits for it is cut off
    belongings.#unfinished = await eventually('an artwork to be drawn', async () =>
      (await customer.designs()).find(({ status }) => status === 'processing'),
    );
    return belongings;
  }

  /** Letters that say that the request was received. */
  get receipts(): string[] {
    return this.#folder.letters.filter((name) => this.#readLetter(name).includes('Your message has arrived.'));
  }

  /** Everything is there, and what was begun comes to its end. */
  async check(): Promise<void> {
    const { customer } = this;
    expect(await customer.call('GET', '/api/user')).toMatchObject({ email: customer.email });
    expect(await customer.call('GET', '/api/cart')).toMatchObject({ items: [{ quantity: 1 }] });
    expect(await customer.call('GET', this.#order)).toMatchObject({ state: 'open' });
    expect(this.#lettersNow()).toEqual(expect.arrayContaining(this.#letters));
    await eventually('the word that the request was received', () => this.receipts[0]);
    await this.#checkArtworks();
  }

  async #checkArtworks(): Promise<void> {
    const { url, file } = this.#artwork ?? { url: '', file: undefined };
    expect((await this.customer.file(url)).equals(file as Buffer)).toBe(true);
    const finished = await eventually('the artwork to be drawn to its end', async () =>
      (await this.customer.designs()).find(({ id, status }) => id === this.#unfinished?.id && status === 'completed'),
    );
    const designs = await this.customer.designs();
    expect(designs.map(({ status, outputImage }) => [status, outputImage?.url])).toEqual([
      ['completed', finished.outputImage?.url],
      ['completed', url],
    ]);
    expect((await this.customer.file(finished.outputImage?.url ?? '')).length).toBeGreaterThan(10_000);
  }

  /** Each with the number of its file: one that was written anew has another. */
  #lettersNow(): unknown[] {
    return this.#folder.letters.map((name) => [name, statSync(this.#path(name)).ino]);
  }

  /** Quoted-printable breaks lines anywhere. */
  #readLetter(name: string): string {
    return readFileSync(this.#path(name), 'utf8').replace(/=\r?\n/g, '');
  }

  #path(letter: string): string {
    return join(this.#folder.root, 'mail', letter);
  }
}
