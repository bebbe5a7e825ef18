import { randomUUID } from 'node:crypto';
import { ADDRESS, type Given, type Caller as Who, SAMPLE } from '@shop/contracts/api';
import type { Checkout, PlacedOrder } from '@shop/contracts/order';
import type { Stack } from '@shop/tools/stack';
import { Database } from '../support/database.ts';
import { waitForEmail } from '../support/emails.ts';
import { petPhoto, type PhotoFile } from '../support/pet-photo.ts';
import {
  NEEDS_ARTWORK,
  CARD,
  CARD_WHOSE_REFUNDS_FAIL,
  CHALLENGED_CARD,
  FAIL_PRINT_FILE,
  failRefund,
  CONTACT_FORM,
  waitFor,
} from './preconditions.ts';
import { ApiClient } from './api-client.ts';

/** Sample → value in the test shop. */
export type SampleValues = Map<string, string>;

interface Owner {
  client: ApiClient;
  photo: string;
  generation: string;
  artwork: string;
  carts: number;
}

/** A shop with the clients and data that the examples need. Generating an artwork takes a second, so one guest and one customer share theirs. */
export class TestShop {
  readonly shop: Stack;
  private admin: Promise<ApiClient> | undefined;
  private photo: Promise<PhotoFile> | undefined;
  private readonly owners = new Map<Who, Promise<Owner>>();

  constructor(shop: Stack) {
    this.shop = shop;
  }

  async getClient(who: Who, given: readonly Given[] = []): Promise<ApiClient> {
    if (who === 'an admin') return (this.admin ??= this.signInAdmin());
    if (given.some((thing) => NEEDS_ARTWORK.has(thing))) return (await this.getOwner(who)).client;
    const person = new ApiClient(this.shop.url);
    if (who === 'a guest') await person.sendOrThrow('POST', '/api/upload', { file: await this.getPhoto() });
    return who === 'a customer' ? person.register() : person;
  }

  getPhoto(): Promise<PhotoFile> {
    return (this.photo ??= petPhoto());
  }

  /** Creates the preconditions of an example. They belong to the caller, or to a customer if the caller is an admin. */
  async createPreconditions(things: readonly Given[], caller: ApiClient, who: Who): Promise<SampleValues> {
    const made: SampleValues = new Map();
    made.set(SAMPLE.email, `pat-${randomUUID()}@example.com`);
    made.set(SAMPLE.generation, randomUUID());
    made.set(SAMPLE.reply, randomUUID());
    for (const thing of things) await this.createPrecondition(thing, made, caller, who);
    return made;
  }

  private async createPrecondition(thing: Given, made: SampleValues, caller: ApiClient, who: Who): Promise<void> {
    const owner = (): Promise<Owner> => this.getOwner(who === 'an admin' ? 'a customer' : who);
    switch (thing) {
      case 'an account':
        made.set(SAMPLE.email, (await this.getClient('a customer')).email);
        return;
      case 'a reset link':
        made.set(SAMPLE.resetToken, await this.requestResetToken());
        return;
      case 'a used reset link':
        return this.createUsedResetLink(made);
      case 'a product':
        made.set(SAMPLE.product, await this.createProduct());
        return;
      case 'a variant':
        return this.createVariant(made);
      case 'a photo':
        made.set(
          SAMPLE.photo,
          (await caller.sendOrThrow<{ id: string }>('POST', '/api/upload', { file: await this.getPhoto() })).id,
        );
        return;
      case 'an artwork':
        return this.setArtwork(made, await owner());
      case 'a cart':
        return this.createCart(made, await owner());
      case 'a cart with a changed price':
        return this.createCartWithChangedPrice(made, await owner());
      case 'a cart with an unavailable item':
        return this.createCartWithUnavailableItem(made, await owner());
      case 'an open order':
        return this.createOpenOrder(made, await owner());
      case 'a challenged payment':
        return this.confirmPayment(made, await owner(), CHALLENGED_CARD);
      case 'an order without an email':
        return this.placeOrder(made, await this.generateArtwork(caller));
      case 'a paid order':
        return this.createPaidOrder(made, await owner());
      case 'a print file':
        return this.createPrintFile(made, await owner());
      case 'a print file that failed':
        await this.createPrintFile(made, await owner());
        return Database.withDatabase(
          this.shop,
          'orders',
          async (database) => void (await database.query(FAIL_PRINT_FILE, [made.get(SAMPLE.order)])),
        );
      case 'a refund that failed':
        await this.createPaidOrder(made, await owner(), CARD_WHOSE_REFUNDS_FAIL);
        return failRefund(await this.getClient('an admin'), made);
      case 'a request':
      case 'an archived request':
        return this.createContactRequest(made, thing === 'an archived request');
    }
  }

  private getOwner(who: Who): Promise<Owner> {
    const known = this.owners.get(who) ?? this.getClient(who).then((person) => this.generateArtwork(person));
    this.owners.set(who, known);
    return known;
  }

  private async generateArtwork(person: ApiClient): Promise<Owner> {
    const photo = await person.sendOrThrow<{ id: string; url: string }>('POST', '/api/upload', { file: await this.getPhoto() });
    const generation = randomUUID();
    const body = { imageUrl: photo.url, styleKey: 'modern' };
    const { outputImageId } = await person.sendOrThrow<{ outputImageId: string }>('POST', '/api/generate', {
      headers: { 'idempotency-key': generation },
      body,
    });
    return { client: person, photo: photo.id, generation, artwork: outputImageId, carts: 0 };
  }

  private async signInAdmin(): Promise<ApiClient> {
    const admin = new ApiClient(this.shop.url);
    await admin.sendOrThrow('POST', '/api/login', {
      body: { email: this.shop.adminEmail, password: this.shop.adminPassword },
    });
    return admin;
  }

  private async createProduct(): Promise<string> {
    const admin = await this.getClient('an admin');
    const body = { title: 'Cosy Blanket', category: 'hoodie', basePrice: '49.90' };
    const { id } = await admin.sendOrThrow<{ id: string }>('POST', '/api/admin/products', { body });
    // The cart knows the product as soon as the error is about the artwork.
    const look = { body: { productId: id, generatedImageId: SAMPLE.unknown } };
    await waitFor(
      'order-svc to know the product',
      async () => (await admin.send('POST', '/api/cart', look)).text.includes('artwork') || undefined,
    );
    return id;
  }

  private async createVariant(made: SampleValues): Promise<void> {
    const product = await this.createProduct();
    const admin = await this.getClient('an admin');
    const { id } = await admin.sendOrThrow<{ id: string }>('POST', `/api/admin/products/${product}/variants`, {
      body: { type: 'size', name: 'One Size' },
    });
    made.set(SAMPLE.product, product).set(SAMPLE.variant, id);
  }

  private setArtwork(made: SampleValues, { photo, generation, artwork }: Owner): void {
    made.set(SAMPLE.photo, photo).set(SAMPLE.generation, generation).set(SAMPLE.artwork, artwork);
  }

  private async emptyCart(person: ApiClient): Promise<void> {
    const { items } = await person.sendOrThrow<{ items: { id: string }[] }>('GET', '/api/cart');
    // An item that was just paid for may be removed in between.
    for (const { id } of items) await person.send('DELETE', `/api/cart/${id}`);
  }

  /** A cart with one item of the smallest product, whose print file is rendered fast. The quantity alternates, so that no open order of another example is reused. */
  private async createCart(made: SampleValues, owner: Owner): Promise<void> {
    const { client: person } = owner;
    await this.emptyCart(person);
    const product = (await person.sendOrThrow<{ id: string; category: string }[]>('GET', '/api/products')).find(
      ({ category }) => category === 'pet-tag',
    );
    const body = { productId: product?.id, generatedImageId: owner.artwork, quantity: 1 + (owner.carts++ % 2) };
    const filled = await waitFor('order-svc to know the product', async () => {
      const answer = await person.send('POST', '/api/cart', { body });
      return answer.status === 200 ? answer.json<{ items: { id: string }[] }>() : undefined;
    });
    this.setArtwork(made, owner);
    made.set(SAMPLE.product, product?.id ?? '').set(SAMPLE.cartItem, filled.items[0]?.id ?? '');
  }

  private async createOpenOrder(made: SampleValues, owner: Owner): Promise<void> {
    await this.placeOrder(made, owner);
    const { client: person } = owner;
    if (!person.email)
      await person.sendOrThrow('POST', '/api/checkout/email', {
        body: { clientSecret: made.get(SAMPLE.clientSecret), email: 'guest@example.com' },
      });
  }

  private async placeOrder(made: SampleValues, owner: Owner): Promise<void> {
    await this.createCart(made, owner);
    const { clientSecret, orderNumber, revision, order } = await owner.client.sendOrThrow<Checkout>(
      'POST',
      '/api/checkout/shipping',
      { body: ADDRESS },
    );
    made.set(SAMPLE.clientSecret, clientSecret).set(SAMPLE.paymentIntent, clientSecret.split('_secret_')[0] ?? '');
    made.set(SAMPLE.order, order.id).set(SAMPLE.orderNumber, orderNumber).set(SAMPLE.revision, revision);
  }

  /** Adds a product that is in no other cart. Does not read the cart, as that would confirm its prices. */
  private async fillCart(product: string, { client: person, artwork }: Owner): Promise<void> {
    await this.emptyCart(person);
    await person.sendOrThrow('POST', '/api/cart', { body: { productId: product, generatedImageId: artwork } });
  }

  private async createCartWithChangedPrice(made: SampleValues, owner: Owner): Promise<void> {
    const product = await this.createProduct();
    await this.fillCart(product, owner);
    const guest = await this.getOwner('a guest');
    await this.fillCart(product, guest);
    const admin = await this.getClient('an admin');
    await admin.sendOrThrow('PATCH', `/api/admin/products/${product}`, { body: { basePrice: '55.00' } });
    await waitFor('carts to know the price', async () =>
      (await guest.client.sendOrThrow<{ subtotal: string }>('GET', '/api/cart')).subtotal === '55.00' ? true : undefined,
    );
    made.set(SAMPLE.product, product);
  }

  private async createCartWithUnavailableItem(made: SampleValues, owner: Owner): Promise<void> {
    const product = await this.createProduct();
    await this.fillCart(product, owner);
    await (await this.getClient('an admin')).sendOrThrow('PATCH', `/api/admin/products/${product}`, { body: { active: false } });
    await waitFor('the cart to know', async () =>
      (await owner.client.sendOrThrow<{ subtotal: string }>('GET', '/api/cart')).subtotal === '0.00' ? true : undefined,
    );
    made.set(SAMPLE.product, product);
  }

  private async confirmPayment(made: SampleValues, owner: Owner, card = CARD): Promise<void> {
    await this.createOpenOrder(made, owner);
    await owner.client.sendOrThrow('POST', '/api/sandbox/payments/confirm', {
      body: { clientSecret: made.get(SAMPLE.clientSecret), ...card },
    });
  }

  private async createPaidOrder(made: SampleValues, owner: Owner, card = CARD): Promise<void> {
    await this.confirmPayment(made, owner, card);
    await waitFor('the payment', async () => {
      const { state, order } = await owner.client.sendOrThrow<PlacedOrder>(
        'GET',
        `/api/checkout/orders/${made.get(SAMPLE.paymentIntent)}`,
      );
      made.set(SAMPLE.orderItem, order.items[0]?.id ?? '');
      return state === 'paid' || undefined;
    });
  }

  private async createPrintFile(made: SampleValues, owner: Owner): Promise<void> {
    await this.createPaidOrder(made, owner);
    const admin = await this.getClient('an admin');
    const look = async (): Promise<string | undefined> => {
      const { items } = await admin.sendOrThrow<{ items: { printFile: { id: string } | null }[] }>(
        'GET',
        `/api/admin/orders/${made.get(SAMPLE.order)}`,
      );
      return items[0]?.printFile?.id;
    };
    // The queue contains the print files of orders of other tests.
    made.set(SAMPLE.printFile, await waitFor('the print file', look, 240_000));
  }

  private async createContactRequest(made: SampleValues, isArchived: boolean): Promise<void> {
    const { id } = await new ApiClient(this.shop.url).sendOrThrow<{ id: string }>('POST', '/api/contact', { body: CONTACT_FORM });
    if (isArchived)
      await (
        await this.getClient('an admin')
      ).sendOrThrow('PATCH', `/api/admin/contact-submissions/${id}/status`, { body: { status: 'archived' } });
    made.set(SAMPLE.request, id);
  }

  private async createUsedResetLink(made: SampleValues): Promise<void> {
    const token = await this.requestResetToken();
    await new ApiClient(this.shop.url).sendOrThrow('POST', '/api/reset-password', { body: { token, password: SAMPLE.password } });
    made.set(SAMPLE.resetToken, token);
  }

  /** Reads the token from the email. */
  private async requestResetToken(): Promise<string> {
    const { email } = await this.getClient('a customer');
    await new ApiClient(this.shop.url).sendOrThrow('POST', '/api/forgot-password', { body: { email } });
    const { text } = await waitForEmail(this.shop.folder.mail, email, /password/i);
    return /\/reset-password\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
  }
}
