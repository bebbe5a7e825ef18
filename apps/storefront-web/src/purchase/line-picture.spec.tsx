import type { OrderItemPrint } from '@shop/contracts/order';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { LinePicture } from './line-picture.js';

const PRINT: OrderItemPrint = {
  areaPx: { widthPx: 4500, heightPx: 5400, shape: 'rectangle' },
  pictureUrl: '/pictures/tshirt-sand.svg',
  pictureArea: { x: 0.3, y: 0.3, width: 0.4, height: 0.48 },
  overlayUrl: null,
};
const line = (artworkUrl: string) => (
  <LinePicture
    title="Classic T-Shirt"
    artworkUrl={artworkUrl}
    productUrl="/pictures/tshirt-white.svg"
    placement={{ x: 50, y: 50, scale: 100, rotation: 0 }}
    print={PRINT}
    sizes="4rem"
    className="size-16"
  />
);
const onProduct = () => screen.queryByRole('img', { name: 'Your artwork on Classic T-Shirt' });
const picture = (container: HTMLElement, url: string) =>
  container.querySelector(`img[src="${url}"]`) as HTMLImageElement;

afterEach(cleanup);

describe('the picture of a line', () => {
  it('is the artwork on the product', () => {
    const { container } = render(line('/media/rex'));
    expect(onProduct()).toHaveAttribute('src', '/pictures/tshirt-sand.svg');
    expect(picture(container, '/media/rex')).toHaveAttribute('srcset', '/media/rex?w=320');
  });

  it("is no bare product where the artwork can't be loaded, until another is given", () => {
    const { container, rerender } = render(line('/media/gone'));
    fireEvent.error(picture(container, '/media/gone'));
    expect(onProduct()).toBeNull();
    expect(container.querySelector('img')).toBeNull();
    expect(container.querySelector('.ui-picture-placeholder')).toBeInTheDocument();
    rerender(line('/media/there'));
    expect(onProduct()).toBeVisible();
    expect(picture(container, '/media/there')).toBeInTheDocument();
  });
});
