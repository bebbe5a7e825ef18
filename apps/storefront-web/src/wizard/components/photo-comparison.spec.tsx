import { fireEvent, render, screen } from '@testing-library/react';
import { PhotoComparison } from './complete-view.js';

describe('PhotoComparison', () => {
  it('starts with the whole artwork and covers it with the photo from the left', () => {
    const { container } = render(<PhotoComparison photoUrl="/media/photo" />);
    const slider = screen.getByRole('slider', { name: 'Compare with your photo' });
    expect(container.querySelector('img')).toBeNull();
    expect(slider).toHaveAttribute('aria-valuetext', '0% photo, 100% artwork');
    fireEvent.change(slider, { target: { value: '40' } });
    expect(container.querySelector('img')).toHaveAttribute('src', '/media/photo');
    expect(container.querySelector<HTMLElement>('[style*="clip-path"]')?.style.clipPath).toBe('inset(0 60% 0 0)');
    expect(slider).toHaveAttribute('aria-valuetext', '40% photo, 60% artwork');
  });
});
