import { fireEvent, render, screen } from '@testing-library/react';
import { GeneratingView } from './generating-view.js';

const step = (preview?: string) => ({ percent: 40, stage: 'Your portrait takes shape', preview });
const view = (preview?: string) => <GeneratingView photoUrl="/media/photo" progress={step(preview)} />;
const soFar = () => screen.queryByRole('img', { name: 'Your artwork so far' });

describe('while the artwork is drawn', () => {
  it('shows the photo until there is something of the artwork to be seen', () => {
    render(view());
    expect(screen.getByRole('img', { name: 'Your photo' })).toBeVisible();
    expect(screen.getByText('This usually takes 10 to 20 seconds.')).toBeVisible();
    expect(soFar()).toBeNull();
  });

  it('tells each step to those who don’t see it', () => {
    const { rerender } = render(view());
    const told = screen.getByText('Your portrait takes shape');
    expect(told).toHaveAttribute('aria-live', 'polite');
    rerender(<GeneratingView photoUrl="/media/photo" progress={{ percent: 80, stage: 'The last touches' }} />);
    expect(told).toHaveTextContent('The last touches');
    expect(screen.getByRole('progressbar', { name: 'Progress of your artwork' })).toHaveAttribute(
      'aria-valuenow',
      '80',
    );
  });

  it('shows the artwork so far once it is there', () => {
    render(view('/partials/1'));
    expect(soFar()).toHaveClass('opacity-0');
    fireEvent.load(soFar()!);
    expect(soFar()).not.toHaveClass('opacity-0');
  });

  it('keeps one picture until the next is there, and names only the last', () => {
    const { rerender, container } = render(view('/partials/1'));
    fireEvent.load(soFar()!);
    rerender(view('/partials/2'));
    const pictures = [...container.querySelectorAll('img[src^="/partials"]')];
    expect(pictures.map((picture) => [picture.getAttribute('alt'), picture.classList.contains('opacity-0')])).toEqual([
      ['', false],
      ['Your artwork so far', true],
    ]);
  });

  it('takes back a picture that the artwork will not look like', () => {
    const { rerender, container } = render(view('/partials/1'));
    fireEvent.load(soFar()!);
    rerender(view());
    expect(container.querySelectorAll('img[src^="/partials"]')).toHaveLength(0);
  });
});
