import { moveCursor } from './mask-canvas.js';

const size = { width: 1000, height: 500 };

describe('moveCursor', () => {
  it('moves by 2 % of the long side, and by 10 % in large steps', () => {
    expect(moveCursor({ x: 500, y: 250 }, 'ArrowLeft', false, size)).toEqual({ x: 480, y: 250 });
    expect(moveCursor({ x: 500, y: 250 }, 'ArrowDown', true, size)).toEqual({ x: 500, y: 350 });
  });

  it('stays within the photo and ignores other keys', () => {
    expect(moveCursor({ x: 5, y: 495 }, 'ArrowLeft', false, size)).toEqual({ x: 0, y: 495 });
    expect(moveCursor({ x: 5, y: 495 }, 'ArrowDown', true, size)).toEqual({ x: 5, y: 500 });
    expect(moveCursor({ x: 5, y: 495 }, 'Tab', false, size)).toBeNull();
  });
});
