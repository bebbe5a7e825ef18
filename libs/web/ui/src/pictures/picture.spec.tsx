import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Picture } from './picture.js';

afterEach(cleanup);

describe('a picture', () => {
  it('offers the smaller copies of the shop’s own uploads', () => {
    render(<Picture src="/media/abc" alt="Rex" />);
    expect(screen.getByRole('img', { name: 'Rex' })).toHaveAttribute(
      'srcset',
      '/media/abc?w=320 320w, /media/abc?w=640 640w, /media/abc?w=1024 1024w',
    );
  });

  it('offers what there is of the shop’s own drawings', () => {
    render(<Picture src="/pictures/tshirt-white.svg" alt="Shirt" sizes="18rem" />);
    const picture = screen.getByRole('img', { name: 'Shirt' });
    expect(picture).toHaveAttribute(
      'srcset',
      '/pictures/tshirt-white-480.avif 480w, /pictures/tshirt-white-1000.avif 1000w, /pictures/tshirt-white-1600.avif 1600w',
    );
    expect([picture.getAttribute('sizes'), picture.getAttribute('src')]).toEqual([
      '18rem',
      '/pictures/tshirt-white.svg',
    ]);
  });

  it.each(['/media/abc', '/pictures/tshirt.svg'])(
    'shows %s itself where a copy of it can not be loaded, and offers copies of the next one',
    (src) => {
      const { rerender } = render(<Picture src={src} alt="Rex" />);
      fireEvent.error(screen.getByRole('img'));
      expect(screen.getByRole('img', { name: 'Rex' })).toHaveAttribute('src', src);
      expect(screen.getByRole('img', { name: 'Rex' })).not.toHaveAttribute('srcset');
      rerender(<Picture src="/media/def" alt="Rex" />);
      expect(screen.getByRole('img', { name: 'Rex' })).toHaveAttribute('srcset');
    },
  );

  it.each(['/pictures/tshirt.png', 'https://example.com/pictures/a.svg', '/media/abc?w=320'])(
    'takes %s as it is',
    (src) => {
      render(<Picture src={src} alt="Shirt" />);
      expect(screen.getByRole('img')).not.toHaveAttribute('srcset');
    },
  );

  it.each([null, undefined, ''])('has a placeholder for %p', (src) => {
    render(<Picture src={src} alt="Shirt" />);
    expect(screen.getByRole('img', { name: 'Shirt' }).tagName).toBe('SPAN');
  });

  it('shows the placeholder in place of what can not be loaded, until another is given', () => {
    const { rerender } = render(<Picture src="/pictures/gone.svg" alt="Shirt" />);
    fireEvent.error(screen.getByRole('img'));
    fireEvent.error(screen.getByRole('img'));
    expect(screen.getByRole('img', { name: 'Shirt' }).tagName).toBe('SPAN');
    rerender(<Picture src="/pictures/there.svg" alt="Shirt" />);
    expect(screen.getByRole('img', { name: 'Shirt' })).toHaveAttribute('src', '/pictures/there.svg');
  });

  it('may say in the placeholder that it can’t be shown, also to who does not see it', () => {
    render(
      <Picture src="https://example.com/gone.png" alt="Shirt" words="No preview" shape={0.8} className="w-full" />,
    );
    expect(screen.queryByText('No preview')).not.toBeInTheDocument();
    fireEvent.error(screen.getByRole('img'));
    expect(screen.getByRole('img', { name: 'Shirt: No preview' })).toHaveClass('w-full');
    expect(screen.getByText('No preview')).toBeVisible();
    expect(screen.getByRole('img').style.getPropertyValue('--shape')).toBe('0.8');
  });
});
