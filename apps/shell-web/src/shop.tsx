import { lazyPage, RemoteBoundary, useRestoredSession, useSignOutElsewhere, type LoadPage } from '@shop/web-kit';
import { Route, Routes, useLocation } from 'react-router-dom';
import { Layout } from './layout/layout.js';
import { NotFoundPage } from './not-found.page.js';
import { getPageOwner } from './page-owner.js';

const AuthPage = lazyPage(() => import('./auth/auth.page.js'));
const ForgotPasswordPage = lazyPage(() => import('./password-reset/forgot-password.page.js'));
const ResetPasswordPage = lazyPage(() => import('./password-reset/reset-password.page.js'));
const ConfirmEmailPage = lazyPage(() => import('./email-confirmation/confirm-email.page.js'));
const ProfilePage = lazyPage(() => import('./profile/profile.page.js'));
const TermsPage = lazyPage(() => import('./legal/terms.page.js'));
const PrivacyPage = lazyPage(() => import('./legal/privacy.page.js'));
const AdminArea = lazyPage(() => import('./admin-area.page.js'));

function ShellPages() {
  return (
    <Routes>
      <Route path="/auth" element={<AuthPage />} />
      <Route path="/forgot-password" element={<ForgotPasswordPage />} />
      <Route path="/reset-password" element={<ResetPasswordPage />} />
      <Route path="/confirm-email" element={<ConfirmEmailPage />} />
      <Route path="/profile" element={<ProfilePage />} />
      <Route path="/terms" element={<TermsPage />} />
      <Route path="/privacy" element={<PrivacyPage />} />
      <Route path="*" element={<NotFoundPage />} />
    </Routes>
  );
}

/** Layout and page. A remote routes by the full path, so it is outside of the shell's routes. */
export function Shop({ storefront }: { storefront: LoadPage }) {
  const owner = getPageOwner(useLocation().pathname);
  useRestoredSession();
  useSignOutElsewhere();
  return (
    <Layout>
      {owner === 'storefront' && <RemoteBoundary key="storefront" load={storefront} subject="The shop" />}
      {owner === 'admin' && <AdminArea />}
      {owner === 'shell' && <ShellPages />}
    </Layout>
  );
}
