import '@shop/web-ui/styles.css';
import { runAlone } from '@shop/web-kit/run-alone';
import App from './app.js';

runAlone(App);
