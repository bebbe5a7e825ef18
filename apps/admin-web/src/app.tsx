import { AdminGate, lazyPage } from '@shop/web-kit';
import { AppScope } from '@shop/web-ui';
import { Route, Routes } from 'react-router-dom';
import { SessionEnded } from './session/session-ended.js';
import { OpenItemProvider } from './url-state.js';
import './app.css';

const AdminPage = lazyPage(() => import('./admin.page.js'));
const NimdaPage = lazyPage(() => import('./nimda/nimda.page.js'));

/** The admin screens, routed by the full path. The shell has its own AdminGate; this one is for the standalone app. */
export default function App() {
  return (
    <AppScope name="admin">
      <AdminGate>
        <OpenItemProvider>
          <Routes>
            <Route path="/admin" element={<AdminPage />} />
            <Route path="/nimda" element={<NimdaPage />} />
          </Routes>
        </OpenItemProvider>
        <SessionEnded />
      </AdminGate>
    </AppScope>
  );
}
