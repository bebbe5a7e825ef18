import { randomUUID } from 'node:crypto';
import { ADDRESS, type Given, type Caller as Who, SAMPLE } from '@shop/contracts/api';
import type { Checkout, PlacedOrder } from '@shop/contracts/order';
import type { Stack } from '@shop/tools/stack';
import { Database } from '../support/database.ts';
import { emailTo } from '../support/emails.ts';
import { petPhoto, type PhotoFile } from '../support/pet-photo.ts';
import {
  ART,
  CARD,
  CARD_WHOSE_REFUNDS_FAIL,
  CHALLENGED_CARD,
  FAIL_PRINT_FILE,
  failRefund,
  REQUEST,
  until,
} from './givens.ts';
import { Person } from './person.ts';

/** What replaces the samples of an example. */
export type Made = Map<string, string>;

interface Owner {
  person: Person;
  photo: string;
  generation: string;
  artwork: string;
  carts: number;
}

/** A shop, and the people and things that the examples need. Artwork takes a second to draw: one guest and one customer have some. */
export class TestShop {
  readonly shop: Stack;
  private admin: Promise<Person> | undefined;
  private photo: Promise<PhotoFile> | undefined;
  private readonly owners = new Map<Who, Promise<Owner>>();

  constructor(shop: Stack) {
    this.shop = shop;
  }

  async person(who: Who, given: readonly Given[] = []): Promise<Person> {
    if (who === 'an admin') return (this.admin ??= this.signInAdmin());
    if (given.some((thing) => ART.has(thing))) return (await this.owner(who)).person;
    const person = new Person(this.shop.url);
    if (who === 'a guest') await person.must('POST', '/api/upload', { file: await this.pet() });
    return who === 'a customer' ? person.register() : person;
  }

  pet(): Promise<PhotoFile> {
    return (this.photo ??= petPhoto());
  }

  /** Makes what an example needs, for whoever calls; what an admin looks at belongs to a customer. */
  async make(things: readonly Given[], caller: Person, who: Who): Promise<Made> {
    const made: Made = new Map();
    made.set(SAMPLE.email, `pat-${randomUUID()}@example.com`);
    made.set(SAMPLE.generation, randomUUID());
    made.set(SAMPLE.reply, randomUUID());
    for (const thing of things) await this.makeOne(thing, made, caller, who);
    return made;
  }

  private async makeOne(thing: Given, made: Made, caller: Person, who: Who): Promise<void> {
    const owner = (): Promise<Owner> => this.owner(who === 'an admin' ? 'a customer' : who);
    switch (thing) {
      case 'an account':
        made.set(SAMPLE.email, (await this.person('a customer')).email);
        return;
      case 'a reset link':
        made.set(SAMPLE.resetToken, await this.resetToken());
        return;
      case 'a used reset link':
        return this.usedResetLink(made);
      case 'a product':
        made.set(SAMPLE.product, await this.product());
        return;
      case 'a variant':
        return this.variant(made);
      case 'a photo':
        made.set(
          SAMPLE.photo,
          (await caller.must<{ id: string }>('POST', '/api/upload', { file: await this.pet() })).id,
        );
        return;
      case 'an artwork':
        return this.artwork(made, await owner());
      case 'a cart':
        return this.cart(made, await owner());
      case 'a cart with a changed price':
        return this.changedPrice(made, await owner());
      case 'a cart with an unavailable item':
        return this.somethingGone(made, await owner());
      case 'an open order':
        return this.openOrder(made, await owner());
      case 'a challenged payment':
        return this.giveCard(made, await owner(), CHALLENGED_CARD);
      case 'an order without an email':
        return this.placeOrder(made, await this.draw(caller));
      case 'a paid order':
        return this.paidOrder(made, await owner());
      case 'a print file':
        return this.printFile(made, await owner());
      case 'a print file that failed':
        await this.printFile(made, await owner());
        return Database.during(
          this.shop,
          'orders',
          async (database) => void (await database.query(FAIL_PRINT_FILE, [made.get(SAMPLE.order)])),
        );
      case 'a refund that failed':
        await this.paidOrder(made, await owner(), CARD_WHOSE_REFUNDS_FAIL);
        return failRefund(await this.person('an admin'), made);
      case 'a request':
      case 'an archived request':
        return this.request(made, thing === 'an archived request');
    }
  }

  private owner(who: Who): Promise<Owner> {
    const known = this.owners.get(who) ?? this.person(who).then((person) => this.draw(person));
    this.owners.set(who, known);
    return known;
  }

  private async draw(person: Person): Promise<Owner> {
    const photo = await person.must<{ id: string; url: string }>('POST', '/api/upload', { file: await this.pet() });
    const generation = randomUUID();
    const body = { imageUrl: photo.url, styleKey: 'modern' };
    const { outputImageId } = await person.must<{ outputImageId: string }>('POST', '/api/generate', {
      headers: { 'idempotency-key': generation },
      body,
    });
    return { person, photo: photo.id, generation, artwork: outputImageId, carts: 0 };
  }

  private async signInAdmin(): Promise<Person> {
    const admin = new Person(this.shop.url);
    await admin.must('POST', '/api/login', {
      body: { email: this.shop.adminEmail, password: this.shop.adminPassword },
    });
    return admin;
  }

  private async product(): Promise<string> {
    const admin = await this.person('an admin');
    const body = { title: 'Cosy Blanket', category: 'hoodie', basePrice: '49.90' };
    const { id } = await admin.must<{ id: string }>('POST', '/api/admin/products', { body });
    // A cart knows a product as soon as it asks for the artwork instead.
    const look = { body: { productId: id, generatedImageId: SAMPLE.unknown } };
    await until(
      'order-svc to know the product',
      async () => (await admin.send('POST', '/api/cart', look)).text.includes('artwork') || undefined,
    );
    return id;
  }

  private async variant(made: Made): Promise<void> {
    const product = await this.product();
    const admin = await this.person('an admin');
    const { id } = await admin.must<{ id: string }>('POST', `/api/admin/products/${product}/variants`, {
      body: { type: 'size', name: 'One Size' },
    });
    made.set(SAMPLE.product, product).set(SAMPLE.variant, id);
  }

  private artwork(made: Made, { photo, generation, artwork }: Owner): void {
    made.set(SAMPLE.photo, photo).set(SAMPLE.generation, generation).set(SAMPLE.artwork, artwork);
  }

  private async emptyCart(person: Person): Promise<void> {
    const { items } = await person.must<{ items: { id: string }[] }>('GET', '/api/cart');
    // One that was just paid for may go by itself meanwhile.
    for (const { id } of items) await person.send('DELETE', `/api/cart/${id}`);
  }

  /** One line of the shop's smallest product, whose print file is made in a moment; never the cart of before, for whose pieces an order may be open, its payment as another example left it. */
  private async cart(made: Made, owner: Owner): Promise<void> {
    const { person } = owner;
    await this.emptyCart(person);
    const product = (await person.must<{ id: string; category: string }[]>('GET', '/api/products')).find(
      ({ category }) => category === 'pet-tag',
    );
    const body = { productId: product?.id, generatedImageId: owner.artwork, quantity: 1 + (owner.carts++ % 2) };
    const filled = await until('order-svc to know the product', async () => {
      const answer = await person.send('POST', '/api/cart', { body });
      return answer.status === 200 ? answer.json<{ items: { id: string }[] }>() : undefined;
    });
    this.artwork(made, owner);
    made.set(SAMPLE.product, product?.id ?? '').set(SAMPLE.cartItem, filled.items[0]?.id ?? '');
  }

  private async openOrder(made: Made, owner: Owner): Promise<void> {
    await this.placeOrder(made, owner);
    const { person } = owner;
    if (!person.email)
      await person.must('POST', '/api/checkout/email', {
        body: { clientSecret: made.get(SAMPLE.clientSecret), email: 'guest@example.com' },
      });
  }

  private async placeOrder(made: Made, owner: Owner): Promise<void> {
    await this.cart(made, owner);
    const { clientSecret, orderNumber, revision, order } = await owner.person.must<Checkout>(
      'POST',
      '/api/checkout/shipping',
      { body: ADDRESS },
    );
    made.set(SAMPLE.clientSecret, clientSecret).set(SAMPLE.paymentIntent, clientSecret.split('_secret_')[0] ?? '');
    made.set(SAMPLE.order, order.id).set(SAMPLE.orderNumber, orderNumber).set(SAMPLE.revision, revision);
  }

  /** A line of a product of its own, which nobody else's cart holds; asking for the cart would tell the price. */
  private async cartOf(product: string, { person, artwork }: Owner): Promise<void> {
    await this.emptyCart(person);
    await person.must('POST', '/api/cart', { body: { productId: product, generatedImageId: artwork } });
  }

  private async changedPrice(made: Made, owner: Owner): Promise<void> {
    const product = await this.product();
    await this.cartOf(product, owner);
    const guest = await this.owner('a guest');
    await this.cartOf(product, guest);
    const admin = await this.person('an admin');
    await admin.must('PATCH', `/api/admin/products/${product}`, { body: { basePrice: '55.00' } });
    await until('carts to know the price', async () =>
      (await guest.person.must<{ subtotal: string }>('GET', '/api/cart')).subtotal === '55.00' ? true : undefined,
    );
    made.set(SAMPLE.product, product);
  }

  private async somethingGone(made: Made, owner: Owner): Promise<void> {
    const product = await this.product();
    await this.cartOf(product, owner);
    await (await this.person('an admin')).must('PATCH', `/api/admin/products/${product}`, { body: { active: false } });
    await until('the cart to know', async () =>
      (await owner.person.must<{ subtotal: string }>('GET', '/api/cart')).subtotal === '0.00' ? true : undefined,
    );
    made.set(SAMPLE.product, product);
  }

  private async giveCard(made: Made, owner: Owner, card = CARD): Promise<void> {
    await this.openOrder(made, owner);
    await owner.person.must('POST', '/api/sandbox/payments/confirm', {
      body: { clientSecret: made.get(SAMPLE.clientSecret), ...card },
    });
  }

  private async paidOrder(made: Made, owner: Owner, card = CARD): Promise<void> {
    await this.giveCard(made, owner, card);
    await until('the payment', async () => {
      const { state, order } = await owner.person.must<PlacedOrder>(
        'GET',
        `/api/checkout/orders/${made.get(SAMPLE.paymentIntent)}`,
      );
      made.set(SAMPLE.orderItem, order.items[0]?.id ?? '');
      return state === 'paid' || undefined;
    });
  }

  private async printFile(made: Made, owner: Owner): Promise<void> {
    await this.paidOrder(made, owner);
    const admin = await this.person('an admin');
    const look = async (): Promise<string | undefined> => {
      const { items } = await admin.must<{ items: { printFile: { id: string } | null }[] }>(
        'GET',
        `/api/admin/orders/${made.get(SAMPLE.order)}`,
      );
      return items[0]?.printFile?.id;
    };
    // It waits behind the print files of all orders that other tests have paid for.
    made.set(SAMPLE.printFile, await until('the print file', look, 240_000));
  }

  private async request(made: Made, isArchived: boolean): Promise<void> {
    const { id } = await new Person(this.shop.url).must<{ id: string }>('POST', '/api/contact', { body: REQUEST });
    if (isArchived)
      await (
        await this.person('an admin')
      ).must('PATCH', `/api/admin/contact-submissions/${id}/status`, { body: { status: 'archived' } });
    made.set(SAMPLE.request, id);
  }

  private async usedResetLink(made: Made): Promise<void> {
    const token = await this.resetToken();
    await new Person(this.shop.url).must('POST', '/api/reset-password', { body: { token, password: SAMPLE.password } });
    made.set(SAMPLE.resetToken, token);
  }

  /** As a person comes by it: out of the letter. */
  private async resetToken(): Promise<string> {
    const { email } = await this.person('a customer');
    await new Person(this.shop.url).must('POST', '/api/forgot-password', { body: { email } });
    const { text } = await emailTo(this.shop.folder.mail, email, /password/i);
    return /\/reset-password\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
  }
}
