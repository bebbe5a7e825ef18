import './styles.css';

/** Lets the browser paint and answer in between. A message, since a timer waits at least a millisecond and more in a page that is not looked at. */
function breathe(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** The parts are all in this file, but each is run in a task of its own: on a phone all at once would be a quarter of a second in which nothing answers. */
async function start(): Promise<void> {
  const parts = [
    () => import(/* webpackMode: "eager" */ 'react-dom'),
    () => import(/* webpackMode: "eager" */ 'react-dom/client'),
    () => import(/* webpackMode: "eager" */ 'react-router-dom'),
    () => import(/* webpackMode: "eager" */ 'zod'),
    () => import(/* webpackMode: "eager" */ '@shop/web-ui'),
    () => import(/* webpackMode: "eager" */ '@shop/web-kit'),
  ];
  for (const run of parts) {
    await breathe();
    await run();
  }
  await breathe();
  const { startShop } = await import(/* webpackMode: "eager" */ './start-shop.js');
  startShop();
}

void start();
