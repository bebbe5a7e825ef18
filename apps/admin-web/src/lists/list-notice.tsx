import { ChangeNotice } from '@shop/web-kit';
import type { ReactNode } from 'react';

interface Props {
  /** Plural name of the rows: `orders`. */
  rows: string;
  children: ReactNode;
}

/** Around a list and its forms: says that the list was changed elsewhere, after a change by `useAdminMutation` met that. */
export const ListNotice = ({ rows, children }: Props) => (
  <ChangeNotice
    text={`The ${rows} were changed elsewhere: in another tab, or by another admin. This is how they are now.`}
  >
    {children}
  </ChangeNotice>
);
