import { cleanup, render, screen } from '@testing-library/react';
import { StatusBadge } from './surfaces.js';

afterEach(cleanup);

it.each([
  ...['paid', 'delivered', 'replied'].map((status) => [status, 'default']),
  ...['processing', 'read', 'shipped'].map((status) => [status, 'secondary']),
  ...['created', 'cancelled', 'pending', 'failed', 'refunded', 'new', 'archived', 'backordered', 'constructor'].map(
    (status) => [status, 'outline'],
  ),
])('shows the status %s as a badge of the variant %s', (status, variant) => {
  render(<StatusBadge status={status} />);
  expect(screen.getByText(status)).toHaveAttribute('data-variant', variant);
});
