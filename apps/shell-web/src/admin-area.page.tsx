import { AdminGate, RemoteBoundary } from '@shop/web-kit';
import { remotePage } from './remotes/remotes.js';

const load = remotePage('admin');

/** The gate stands outside the admins' app: nobody else's browser fetches anything of it. */
export default function AdminArea() {
  return (
    <AdminGate>
      <RemoteBoundary load={load} subject="The admin area" />
    </AdminGate>
  );
}
