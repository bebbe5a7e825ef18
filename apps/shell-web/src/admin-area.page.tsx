import { AdminGate, RemoteBoundary } from '@shop/web-kit';
import { createRemoteLoader } from './remote-loader.js';

const load = createRemoteLoader('admin');

/** The gate is outside of the admin app, so that other users download nothing of it. */
export default function AdminArea() {
  return (
    <AdminGate>
      <RemoteBoundary load={load} subject="The admin area" />
    </AdminGate>
  );
}
