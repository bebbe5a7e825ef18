import { cameraIsland, flash, lens, roundedBox, type PhoneCase } from '../phone-case.js';

/** For phones with a square camera of three lenses. */
export const iphoneCase: PhoneCase = {
  left: 299,
  top: 101,
  width: 402,
  height: 798,
  radius: 62,
  edge: 19,
  camera:
    cameraIsland(334, 136, 158, 162, 44) +
    lens(376, 178, 31) +
    lens(376, 256, 31) +
    lens(450, 217, 31) +
    flash(450, 164, 10) +
    `<circle cx="450" cy="270" r="8" fill="#0c0d11"/>`,
  keys: [
    [299, 250, 40],
    [299, 318, 74],
    [299, 408, 74],
    [701, 340, 116],
  ],
};

const hole = (x: number, y: number, radius: number): string =>
  cameraIsland(x - radius, y - radius, radius * 2, radius * 2, radius) + lens(x, y, radius - 5);

/** For phones with lenses in a column, each on its own. */
export const galaxyCase: PhoneCase = {
  left: 301,
  top: 100,
  width: 398,
  height: 800,
  radius: 46,
  edge: 15,
  camera:
    hole(364, 168, 36) +
    hole(364, 262, 36) +
    hole(364, 356, 36) +
    flash(434, 168, 11) +
    hole(434, 232, 18) +
    hole(434, 292, 18),
  keys: [
    [699, 280, 128],
    [699, 446, 84],
  ],
};

/** For phones with a camera bar across the back. */
export const pixelCase: PhoneCase = {
  left: 299,
  top: 101,
  width: 402,
  height: 798,
  radius: 60,
  edge: 18,
  camera:
    cameraIsland(326, 186, 348, 96, 48) +
    `<path d="${roundedBox(340, 198, 216, 72, 36)}" fill="#0a0b0f"/>` +
    lens(384, 234, 30) +
    lens(450, 234, 30) +
    lens(514, 234, 26) +
    flash(606, 234, 13),
  keys: [
    [701, 300, 76],
    [701, 420, 140],
  ],
};
