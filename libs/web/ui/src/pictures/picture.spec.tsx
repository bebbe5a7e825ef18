import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Picture } from './picture.js';

afterEach(cleanup);

describe('Picture', () => {
  it('offers the smaller copies of an upload', () => {
    render(<Picture src="/media/abc" alt="Rex" />);
    expect(screen.getByRole('img', { name: 'Rex' })).toHaveAttribute(
      'srcset',
      '/media/abc?w=320 320w, /media/abc?w=640 640w, /media/abc?w=1024 1024w',
    );
  });

  it('offers the rasterised copies of a drawing', () => {
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

  it('shows a picture of another site from the shop’s copy', () => {
    render(<Picture src="https://example.com/a b.png?x=1" alt="Shirt" />);
    expect(screen.getByRole('img', { name: 'Shirt' })).toHaveAttribute(
      'src',
      '/pictures/by-address?address=https%3A%2F%2Fexample.com%2Fa%20b.png%3Fx%3D1',
    );
  });

  it.each(['/media/abc', '/pictures/tshirt.svg'])(
    'shows %s itself when its copy fails to load, and offers copies of the next picture',
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
    'offers no copies of %s',
    (src) => {
      render(<Picture src={src} alt="Shirt" />);
      expect(screen.getByRole('img')).not.toHaveAttribute('srcset');
    },
  );

  it.each([null, undefined, ''])('shows a placeholder for %p', (src) => {
    render(<Picture src={src} alt="Shirt" />);
    expect(screen.getByRole('img', { name: 'Shirt' }).tagName).toBe('SPAN');
  });

  it('shows the placeholder for a picture that fails to load, until the source changes', () => {
    const { rerender } = render(<Picture src="/pictures/gone.svg" alt="Shirt" />);
    fireEvent.error(screen.getByRole('img'));
    fireEvent.error(screen.getByRole('img'));
    expect(screen.getByRole('img', { name: 'Shirt' }).tagName).toBe('SPAN');
    rerender(<Picture src="/pictures/there.svg" alt="Shirt" />);
    expect(screen.getByRole('img', { name: 'Shirt' })).toHaveAttribute('src', '/pictures/there.svg');
  });

  it('shows a text in the placeholder and adds it to the accessible name', () => {
    render(
      <Picture
        src="https://example.com/gone.png"
        alt="Shirt"
        placeholderText="No preview"
        placeholderShape={0.8}
        className="w-full"
      />,
    );
    expect(screen.queryByText('No preview')).not.toBeInTheDocument();
    fireEvent.error(screen.getByRole('img'));
    expect(screen.getByRole('img', { name: 'Shirt: No preview' })).toHaveClass('w-full');
    expect(screen.getByText('No preview')).toBeVisible();
    expect(screen.getByRole('img').style.getPropertyValue('--shape')).toBe('0.8');
  });
});
