import { randomUUID } from 'node:crypto';
import { ADDRESS, type Given, type Caller, SAMPLE } from '@shop/contracts-common/docs';
import type { AdminReview } from '@shop/contracts-catalog';
import type { Checkout, PaymentSecret, PlacedOrder } from '@shop/contracts-order';
import type { UserSession } from '@shop/contracts-identity';
import type { Stack } from '@shop/tools/stack';
import { Database } from '../support/database.ts';
import { waitForEmail } from '../support/emails.ts';
import { petPhoto, type PhotoFile } from '../support/pet-photo.ts';
import { confirmCardAt, toIntentId } from '../support/sandbox.ts';
import { CARDS } from '../support/steps.ts';
import { addReviewLink, NEEDS_ARTWORK, FAIL_PRINT_FILE, failRefund, CONTACT_FORM, waitFor } from './preconditions.ts';
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
  private readonly owners = new Map<Caller, Promise<Owner>>();

  constructor(shop: Stack) {
    this.shop = shop;
  }

  async getClient(callerType: Caller, given: readonly Given[] = []): Promise<ApiClient> {
    if (callerType === 'an admin') return (this.admin ??= this.signInAdmin());
    if (given.some((precondition) => NEEDS_ARTWORK.has(precondition))) return (await this.getOwner(callerType)).client;
    const client = new ApiClient(this.shop.url);
    if (callerType === 'a guest') await client.sendOrThrow('POST', '/api/upload', { file: await this.getPhoto() });
    return callerType === 'a customer' ? client.register() : client;
  }

  getPhoto(): Promise<PhotoFile> {
    return (this.photo ??= petPhoto());
  }

  /** Creates the preconditions of an example. They belong to the caller, or to a customer if the caller is an admin. */
  async createPreconditions(
    preconditions: readonly Given[],
    caller: ApiClient,
    callerType: Caller,
  ): Promise<SampleValues> {
    const values: SampleValues = new Map();
    values.set(SAMPLE.email, `pat-${randomUUID()}@example.com`);
    values.set(SAMPLE.generation, randomUUID());
    values.set(SAMPLE.reply, randomUUID());
    for (const precondition of preconditions) await this.createPrecondition(precondition, values, caller, callerType);
    return values;
  }

  private async createPrecondition(
    precondition: Given,
    values: SampleValues,
    caller: ApiClient,
    callerType: Caller,
  ): Promise<void> {
    const owner = (): Promise<Owner> => this.getOwner(callerType === 'an admin' ? 'a customer' : callerType);
    switch (precondition) {
      case 'an account':
        return this.setAccount(values, await this.getClient('a customer'));
      case 'a session':
        values.set(SAMPLE.session, await this.createSession(caller));
        return;
      case 'a reset link':
        values.set(SAMPLE.resetToken, await this.requestResetToken());
        return;
      case 'a used reset link':
        return this.createUsedResetLink(values);
      case 'a used confirmation link':
        return this.createUsedConfirmationLink(values);
      case 'a product':
        values.set(SAMPLE.product, await this.createProduct());
        return;
      case 'a variant':
        return this.createVariant(values);
      case 'a photo':
        values.set(
          SAMPLE.photo,
          (await caller.sendOrThrow<{ id: string }>('POST', '/api/upload', { file: await this.getPhoto() })).id,
        );
        return;
      case 'a cut-out':
        await this.createPrecondition('a photo', values, caller, callerType);
        values.set(
          SAMPLE.cutOut,
          (await caller.sendOrThrow<{ id: string }>('GET', `/api/uploads/${values.get(SAMPLE.photo)}/cut-out`)).id,
        );
        return;
      case 'an artwork':
        return this.setArtwork(values, await owner());
      case 'a continue link':
        return this.createContinueLink(values, await owner());
      case 'a share link':
        return this.createShareLink(values, await owner());
      case 'a cart':
        return this.createCart(values, await owner());
      case 'a cart with a changed price':
        return this.createCartWithChangedPrice(values, await owner());
      case 'a cart with an unavailable item':
        return this.createCartWithUnavailableItem(values, await owner());
      case 'an open order':
        return this.createOpenOrder(values, await owner());
      case 'an order without an email':
        return this.placeOrder(values, await this.generateArtwork(caller));
      case 'a paid order':
        return this.createPaidOrder(values, await owner());
      case 'a print file':
        return this.createPrintFile(values, await owner());
      case 'a print file that failed':
        await this.createPrintFile(values, await owner());
        return Database.withDatabase(
          this.shop,
          'orders',
          async (database) => void (await database.query(FAIL_PRINT_FILE, [values.get(SAMPLE.order)])),
        );
      case 'a refund that failed':
        await this.createPaidOrder(values, await owner(), CARDS.refundsFail);
        return failRefund(await this.getClient('an admin'), values);
      case 'a review link':
      case 'a review':
      case 'a published review':
        return this.createReview(values, precondition);
      case 'a request':
      case 'an answered request':
      case 'an archived request':
        return this.createContactRequest(values, precondition);
    }
  }

  private async setAccount(values: SampleValues, client: ApiClient): Promise<void> {
    const { id } = await client.sendOrThrow<{ id: string }>('GET', '/api/user');
    values.set(SAMPLE.email, client.email).set(SAMPLE.user, id);
  }

  private getOwner(callerType: Caller): Promise<Owner> {
    const known =
      this.owners.get(callerType) ?? this.getClient(callerType).then((client) => this.generateArtwork(client));
    this.owners.set(callerType, known);
    return known;
  }

  private async generateArtwork(client: ApiClient): Promise<Owner> {
    const photo = await client.sendOrThrow<{ id: string; url: string }>('POST', '/api/upload', {
      file: await this.getPhoto(),
    });
    const generation = randomUUID();
    const body = { imageUrl: photo.url, styleKey: 'modern' };
    const { outputImageId } = await client.sendOrThrow<{ outputImageId: string }>('POST', '/api/generate', {
      headers: { 'idempotency-key': generation },
      body,
    });
    return { client, photo: photo.id, generation, artwork: outputImageId, carts: 0 };
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
    const body = { title: 'Cozy Blanket', category: 'hoodie', basePrice: '49.90' };
    const { id } = await admin.sendOrThrow<{ id: string }>('POST', '/api/admin/products', { body });
    // The cart knows the product as soon as the error is about the artwork.
    const look = { body: { productId: id, generatedImageId: SAMPLE.unknown } };
    await waitFor(
      'order-svc to know the product',
      async () => (await admin.send('POST', '/api/cart', look)).text.includes('artwork') || undefined,
    );
    return id;
  }

  private async createVariant(values: SampleValues): Promise<void> {
    const product = await this.createProduct();
    const admin = await this.getClient('an admin');
    const { id } = await admin.sendOrThrow<{ id: string }>('POST', `/api/admin/products/${product}/variants`, {
      body: { type: 'size', name: 'One Size' },
    });
    values.set(SAMPLE.product, product).set(SAMPLE.variant, id);
  }

  private setArtwork(values: SampleValues, { photo, generation, artwork }: Owner): void {
    values.set(SAMPLE.photo, photo).set(SAMPLE.generation, generation).set(SAMPLE.artwork, artwork);
  }

  private async emptyCart(client: ApiClient): Promise<void> {
    const { items } = await client.sendOrThrow<{ items: { id: string }[] }>('GET', '/api/cart');
    // An item that was just paid for may be removed in between.
    for (const { id } of items) await client.send('DELETE', `/api/cart/${id}`);
  }

  /**
   * A cart with one item of the smallest product, whose print file is rendered fast. The quantity alternates, so that no open order of another
   * example is reused.
   */
  private async createCart(values: SampleValues, owner: Owner): Promise<void> {
    const { client } = owner;
    await this.emptyCart(client);
    const product = (await client.sendOrThrow<{ id: string; category: string }[]>('GET', '/api/products')).find(
      ({ category }) => category === 'pet-tag',
    );
    const variants = await client.sendOrThrow<{ type: string; name: string }[]>(
      'GET',
      `/api/products/${product?.id}/variants`,
    );
    const body = {
      productId: product?.id,
      generatedImageId: owner.artwork,
      variantSelections: Object.fromEntries(variants.map(({ type, name }) => [type, name])),
      quantity: 1 + (owner.carts++ % 2),
    };
    const filled = await waitFor('order-svc to know the product', async () => {
      const answer = await client.send('POST', '/api/cart', { body });
      return answer.status === 200 ? answer.json<{ items: { id: string }[] }>() : undefined;
    });
    this.setArtwork(values, owner);
    values.set(SAMPLE.product, product?.id ?? '').set(SAMPLE.cartItem, filled.items[0]?.id ?? '');
  }

  private async createContinueLink(values: SampleValues, owner: Owner): Promise<void> {
    const email = `${randomUUID()}@example.com`;
    await owner.client.sendOrThrow('POST', `/api/artworks/${owner.artwork}/continue-links`, { body: { email } });
    const { text } = await waitForEmail(this.shop.folder.mail, email, /^Continue with your artwork$/);
    values.set(SAMPLE.continueToken, /\/continue\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? '');
  }

  private async createShareLink(values: SampleValues, owner: Owner): Promise<void> {
    const link = await owner.client.sendOrThrow<{ id: string; path: string }>(
      'POST',
      `/api/artworks/${owner.artwork}/share-links`,
    );
    this.setArtwork(values, owner);
    values.set(SAMPLE.shareLink, link.id).set(SAMPLE.shareToken, link.path.slice('/a/'.length));
  }

  private async createOpenOrder(values: SampleValues, owner: Owner): Promise<void> {
    await this.placeOrder(values, owner);
    const { client } = owner;
    if (client.email) return;
    const { clientSecret } = await client.sendOrThrow<PaymentSecret>('POST', '/api/checkout/payment', {
      body: {
        orderNumber: values.get(SAMPLE.orderNumber),
        revision: values.get(SAMPLE.revision),
        email: 'guest@example.com',
      },
    });
    values.set(SAMPLE.clientSecret, clientSecret).set(SAMPLE.paymentIntent, toIntentId(clientSecret));
  }

  private async placeOrder(values: SampleValues, owner: Owner): Promise<void> {
    await this.createCart(values, owner);
    const { clientSecret, orderNumber, revision, order } = await owner.client.sendOrThrow<Checkout>(
      'POST',
      '/api/checkout/shipping',
      { body: ADDRESS },
    );
    values.set(SAMPLE.clientSecret, clientSecret).set(SAMPLE.paymentIntent, toIntentId(clientSecret));
    values.set(SAMPLE.order, order.id).set(SAMPLE.orderNumber, orderNumber).set(SAMPLE.revision, revision);
  }

  /** Adds a product that is in no other cart. Does not read the cart, as that would confirm its prices. */
  private async fillCart(product: string, { client, artwork }: Owner): Promise<void> {
    await this.emptyCart(client);
    await client.sendOrThrow('POST', '/api/cart', { body: { productId: product, generatedImageId: artwork } });
  }

  private async createCartWithChangedPrice(values: SampleValues, owner: Owner): Promise<void> {
    const product = await this.createProduct();
    await this.fillCart(product, owner);
    const guest = await this.getOwner('a guest');
    await this.fillCart(product, guest);
    const admin = await this.getClient('an admin');
    await admin.sendOrThrow('PATCH', `/api/admin/products/${product}`, { body: { basePrice: '55.00' } });
    await waitFor('carts to know the price', async () =>
      (await guest.client.sendOrThrow<{ subtotal: string }>('GET', '/api/cart')).subtotal === '55.00'
        ? true
        : undefined,
    );
    values.set(SAMPLE.product, product);
  }

  private async createCartWithUnavailableItem(values: SampleValues, owner: Owner): Promise<void> {
    const product = await this.createProduct();
    await this.fillCart(product, owner);
    await (
      await this.getClient('an admin')
    ).sendOrThrow('PATCH', `/api/admin/products/${product}`, { body: { active: false } });
    await waitFor('the cart to know', async () =>
      (await owner.client.sendOrThrow<{ subtotal: string }>('GET', '/api/cart')).subtotal === '0.00' ? true : undefined,
    );
    values.set(SAMPLE.product, product);
  }

  private async confirmPayment(values: SampleValues, owner: Owner, cardNumber: string = CARDS.good): Promise<void> {
    await this.createOpenOrder(values, owner);
    await confirmCardAt(this.shop.url, values.get(SAMPLE.clientSecret) ?? '', cardNumber);
  }

  private async createPaidOrder(values: SampleValues, owner: Owner, cardNumber: string = CARDS.good): Promise<void> {
    await this.confirmPayment(values, owner, cardNumber);
    await waitFor('the payment', async () => {
      const { state, order } = await owner.client.sendOrThrow<PlacedOrder>(
        'GET',
        `/api/checkout/orders/${values.get(SAMPLE.paymentIntent)}`,
      );
      values.set(SAMPLE.orderItem, order.items[0]?.id ?? '');
      return state === 'paid' || undefined;
    });
  }

  private async createPrintFile(values: SampleValues, owner: Owner): Promise<void> {
    await this.createPaidOrder(values, owner);
    const admin = await this.getClient('an admin');
    const look = async (): Promise<string | undefined> => {
      const { items } = await admin.sendOrThrow<{ items: { printFile: { id: string } | null }[] }>(
        'GET',
        `/api/admin/orders/${values.get(SAMPLE.order)}`,
      );
      return items[0]?.printFile?.id;
    };
    // The queue contains the print files of orders of other tests.
    values.set(SAMPLE.printFile, await waitFor('the print file', look, 240_000));
  }

  private async createContactRequest(values: SampleValues, precondition: Given): Promise<void> {
    const { id } = await new ApiClient(this.shop.url).sendOrThrow<{ id: string }>('POST', '/api/contact', {
      body: CONTACT_FORM,
    });
    const admin = await this.getClient('an admin');
    const path = `/api/admin/contact-submissions/${id}`;
    if (precondition === 'an archived request')
      await admin.sendOrThrow('PATCH', `${path}/status`, { body: { status: 'archived' } });
    if (precondition === 'an answered request')
      await admin.sendOrThrow('POST', `${path}/reply`, { body: { message: 'We do.' } });
    values.set(SAMPLE.request, id);
  }

  /** The email with the link comes two weeks after a delivery, so the link is written into the database. */
  private async createReview(values: SampleValues, precondition: Given): Promise<void> {
    const [product, key] = [await this.createProduct(), randomUUID()];
    await Database.withDatabase(this.shop, 'catalog', (database) => addReviewLink(database, product, key));
    values.set(SAMPLE.product, product).set(SAMPLE.reviewKey, key);
    if (precondition === 'a review link') return;
    await new ApiClient(this.shop.url).sendOrThrow('POST', '/api/reviews', {
      body: { key, productId: product, rating: 4, name: 'Pat' },
    });
    const admin = await this.getClient('an admin');
    const reviews = await admin.sendOrThrow<AdminReview[]>('GET', '/api/admin/reviews');
    const id = reviews.find(({ productId }) => productId === product)?.id ?? '';
    if (precondition === 'a published review')
      await admin.sendOrThrow('PATCH', `/api/admin/reviews/${id}`, { body: { status: 'published' } });
    values.set(SAMPLE.review, id);
  }

  private async createUsedResetLink(values: SampleValues): Promise<void> {
    const token = await this.requestResetToken();
    await new ApiClient(this.shop.url).sendOrThrow('POST', '/api/reset-password', {
      body: { token, password: SAMPLE.password },
    });
    values.set(SAMPLE.resetToken, token);
  }

  private async createUsedConfirmationLink(values: SampleValues): Promise<void> {
    const { email } = await this.getClient('a customer');
    const { text } = await waitForEmail(this.shop.folder.mail, email, /^Welcome to/);
    const token = /\/confirm-email\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
    await new ApiClient(this.shop.url).sendOrThrow('POST', '/api/user/confirm-email', { body: { token } });
    values.set(SAMPLE.confirmationToken, token);
  }

  /** A session of the caller's account in another browser. */
  private async createSession(caller: ApiClient): Promise<string> {
    const body = { email: caller.email, password: SAMPLE.password };
    await new ApiClient(this.shop.url).sendOrThrow('POST', '/api/login', { body });
    const sessions = await caller.sendOrThrow<UserSession[]>('GET', '/api/user/sessions');
    return sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '';
  }

  /** Reads the token from the email. */
  private async requestResetToken(): Promise<string> {
    const { email } = await this.getClient('a customer');
    await new ApiClient(this.shop.url).sendOrThrow('POST', '/api/forgot-password', { body: { email } });
    const { text } = await waitForEmail(this.shop.folder.mail, email, /password/i);
    return /\/reset-password\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';
  }
}
