import './styles.css';
import { startShop } from './start-shop.js';

startShop();
