import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Picture } from './picture.js';

afterEach(cleanup);

describe('a picture', () => {
  it('offers the smaller copies of the shop’s own uploads', () => {
    render(<Picture src="/media/abc" alt="Rex" />);
    expect(screen.getByRole('img', { name: 'Rex' })).toHaveAttribute('srcset', '/media/abc?w=320 320w, /media/abc?w=640 640w, /media/abc?w=1024 1024w');
  });

  it.each(['/pictures/tshirt.svg', 'https://example.com/a.png', '/media/abc?w=320'])('takes %s as it is', (src) => {
    render(<Picture src={src} alt="Shirt" />);
    expect(screen.getByRole('img')).not.toHaveAttribute('srcset');
  });

  it.each([null, undefined, ''])('has a placeholder for %p', (src) => {
    render(<Picture src={src} alt="Shirt" />);
    expect(screen.getByRole('img', { name: 'Shirt' }).tagName).toBe('SPAN');
  });

  it('shows the placeholder in place of what can not be loaded, until another is given', () => {
    const { rerender } = render(<Picture src="/pictures/gone.svg" alt="Shirt" />);
    fireEvent.error(screen.getByRole('img'));
    expect(screen.getByRole('img', { name: 'Shirt' }).tagName).toBe('SPAN');
    rerender(<Picture src="/pictures/there.svg" alt="Shirt" />);
    expect(screen.getByRole('img', { name: 'Shirt' })).toHaveAttribute('src', '/pictures/there.svg');
  });

  it('may say in the placeholder that it can’t be shown, also to who does not see it', () => {
    render(<Picture src="/pictures/gone.svg" alt="Shirt" words="No preview" shape={0.8} className="w-full" />);
    expect(screen.queryByText('No preview')).not.toBeInTheDocument();
    fireEvent.error(screen.getByRole('img'));
    expect(screen.getByRole('img', { name: 'Shirt: No preview' })).toHaveClass('w-full');
    expect(screen.getByText('No preview')).toBeVisible();
    expect(screen.getByRole('img').style.getPropertyValue('--shape')).toBe('0.8');
  });
});
