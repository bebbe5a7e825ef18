import { useCurrentUser } from '@shop/web-kit';

export interface MainLink {
  to: string;
  label: string;
}

const EVERYBODY: MainLink[] = [
  { to: '/products', label: 'Products' },
  { to: '/create', label: 'Create Art' },
];
const ADMINS: MainLink[] = [...EVERYBODY, { to: '/admin', label: 'Admin' }];

export function useMainLinks(): MainLink[] {
  return useCurrentUser().user?.role === 'admin' ? ADMINS : EVERYBODY;
}
