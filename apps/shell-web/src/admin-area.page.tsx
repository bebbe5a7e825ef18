import { AdminGate, RemoteBoundary } from '@shop/web-kit';
import { createRemoteLoader } from './remotes/remote-loader.js';

const load = createRemoteLoader('admin');

/** The gate stands outside the admins' app: nobody else's browser fetches anything of it. */
export default function AdminArea() {
  return (
    <AdminGate>
      <RemoteBoundary load={load} subject="The admin area" />
    </AdminGate>
  );
}
