import '@shop/web-ui/styles.css';
import { runStandalone } from '@shop/web-kit/run-standalone';
import App from './app.js';

runStandalone(App);
