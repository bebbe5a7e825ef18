import { lazyPage } from '@shop/web-kit';
import { AppScope } from '@shop/web-ui';
import { Route, Routes } from 'react-router-dom';
import './app.css';

const LandingPage = lazyPage(() => import('./landing/landing.page.js'));
const ProductsPage = lazyPage(() => import('./products/products.page.js'));
const ProductPage = lazyPage(() => import('./product/product.page.js'));
const CreatePage = lazyPage(() => import('./wizard/create.page.js'));
const CustomizePage = lazyPage(() => import('./customize/customize.page.js'));
const CartPage = lazyPage(() => import('./cart/cart.page.js'));
const CheckoutPage = lazyPage(() => import('./checkout/checkout.page.js'));
const OrderCompletePage = lazyPage(() => import('./checkout/order-complete.page.js'));
const OrdersPage = lazyPage(() => import('./orders/orders.page.js'));
const OrderPage = lazyPage(() => import('./orders/order.page.js'));
const ContinuePage = lazyPage(() => import('./continuing/continue.page.js'));
const SharedArtworkPage = lazyPage(() => import('./shared/shared-artwork.page.js'));
const ReviewPage = lazyPage(() => import('./reviews/review.page.js'));
const DesignsPage = lazyPage(() => import('./designs/designs.page.js'));

/** Routes every shopper page by its full path. */
export default function App() {
  return (
    <AppScope name="storefront">
      <Routes>
        <Route path="/" element={<LandingPage />} />
        <Route path="/products" element={<ProductsPage />} />
        <Route path="/products/:slug" element={<ProductPage />} />
        <Route path="/create" element={<CreatePage />} />
        <Route path="/customize" element={<CustomizePage />} />
        <Route path="/cart" element={<CartPage />} />
        <Route path="/checkout" element={<CheckoutPage />} />
        <Route path="/order-complete" element={<OrderCompletePage />} />
        <Route path="/orders" element={<OrdersPage />} />
        <Route path="/orders/:orderId" element={<OrderPage />} />
        <Route path="/continue" element={<ContinuePage />} />
        <Route path="/a/:token" element={<SharedArtworkPage />} />
        <Route path="/review" element={<ReviewPage />} />
        <Route path="/designs" element={<DesignsPage />} />
      </Routes>
    </AppScope>
  );
}
