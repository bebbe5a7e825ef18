import type { OrderItemPrint } from '@shop/contracts-order';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { LinePicture } from './line-picture.js';

const PRINT: OrderItemPrint = {
  areaPx: { widthPx: 4500, heightPx: 5400, shape: 'rectangle' },
  pictureUrl: '/pictures/tshirt-sand.svg',
  pictureArea: { x: 0.3, y: 0.3, width: 0.4, height: 0.48 },
  overlayUrl: null,
};
const renderLine = (artworkUrl: string) => (
  <LinePicture
    title="Classic T-Shirt"
    artworkUrl={artworkUrl}
    productUrl="/pictures/tshirt-white.svg"
    placement={{ x: 50, y: 50, scale: 100, rotation: 0 }}
    scaleSense="whole-artwork"
    print={PRINT}
    sizes="4rem"
    className="size-16"
  />
);
const queryPreview = () => screen.queryByRole('img', { name: 'Your artwork on Classic T-Shirt' });
const findPicture = (container: HTMLElement, url: string) =>
  container.querySelector(`img[src="${url}"]`) as HTMLImageElement;

afterEach(cleanup);

describe('LinePicture', () => {
  it('shows the artwork on the product', () => {
    const { container } = render(renderLine('/media/rex'));
    expect(queryPreview()).toHaveAttribute('src', '/pictures/tshirt-sand.svg');
    expect(findPicture(container, '/media/rex')).toHaveAttribute('srcset', '/media/rex?w=320');
  });

  it('shows a placeholder when the artwork fails to load, until the artwork changes', () => {
    const { container, rerender } = render(renderLine('/media/gone'));
    fireEvent.error(findPicture(container, '/media/gone'));
    expect(queryPreview()).toBeNull();
    expect(container.querySelector('img')).toBeNull();
    expect(container.querySelector('.ui-picture-placeholder')).toBeInTheDocument();
    rerender(renderLine('/media/there'));
    expect(queryPreview()).toBeVisible();
    expect(findPicture(container, '/media/there')).toBeInTheDocument();
  });
});
