export default async function tearDown() {
  await globalThis.__SHOP_TEST_POSTGRES__?.stop();
}
