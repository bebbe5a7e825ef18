import { fireEvent, render, screen } from '@testing-library/react';
import { GeneratingView } from './generate-step.js';

const createProgress = (preview?: string) => ({ percent: 40, stage: 'Your portrait takes shape', preview });
const renderView = (preview?: string) => <GeneratingView photoUrl="/media/photo" progress={createProgress(preview)} />;
const queryPartialArtwork = () => screen.queryByRole('img', { name: 'Your artwork so far' });

describe('GeneratingView', () => {
  it('shows the photo until there is a partial artwork', () => {
    render(renderView());
    expect(screen.getByRole('img', { name: 'Your photo' })).toBeVisible();
    expect(screen.getByText('This usually takes 10 to 20 seconds.')).toBeVisible();
    expect(queryPartialArtwork()).toBeNull();
  });

  it('announces each stage to screen readers', () => {
    const { rerender } = render(renderView());
    const stageText = screen.getByText('Your portrait takes shape');
    expect(stageText).toHaveAttribute('aria-live', 'polite');
    rerender(<GeneratingView photoUrl="/media/photo" progress={{ percent: 80, stage: 'The last touches' }} />);
    expect(stageText).toHaveTextContent('The last touches');
    expect(screen.getByRole('progressbar', { name: 'Progress of your artwork' })).toHaveAttribute(
      'aria-valuenow',
      '80',
    );
  });

  it('shows the partial artwork once it is loaded', () => {
    render(renderView('/partials/1'));
    expect(queryPartialArtwork()).toHaveClass('opacity-0');
    fireEvent.load(queryPartialArtwork()!);
    expect(queryPartialArtwork()).not.toHaveClass('opacity-0');
  });

  it('keeps a partial artwork until the next is loaded and names only the last', () => {
    const { rerender, container } = render(renderView('/partials/1'));
    fireEvent.load(queryPartialArtwork()!);
    rerender(renderView('/partials/2'));
    const pictures = [...container.querySelectorAll('img[src^="/partials"]')];
    expect(pictures.map((picture) => [picture.getAttribute('alt'), picture.classList.contains('opacity-0')])).toEqual([
      ['', false],
      ['Your artwork so far', true],
    ]);
  });

  it('removes a partial artwork that was withdrawn', () => {
    const { rerender, container } = render(renderView('/partials/1'));
    fireEvent.load(queryPartialArtwork()!);
    rerender(renderView());
    expect(container.querySelectorAll('img[src^="/partials"]')).toHaveLength(0);
  });
});
