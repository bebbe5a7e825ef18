import sharp, { type Sharp } from 'sharp';

/** An animal in front of a meadow: an ellipse of fur with a head, ears, eyes and a nose. */
export function petPhoto(width = 640, height = 480): Sharp {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480" width="${width}" height="${height}" preserveAspectRatio="none">
    <rect width="640" height="300" fill="#8fc3e8"/><rect y="300" width="640" height="180" fill="#5f9a4a"/>
    <g fill="#6b4a2f"><ellipse cx="320" cy="360" rx="110" ry="110"/><circle cx="320" cy="200" r="85"/>
    <polygon points="245,170 255,70 315,130"/><polygon points="395,170 385,70 325,130"/></g>
    <g fill="#caa27a"><ellipse cx="320" cy="235" rx="45" ry="34"/><ellipse cx="320" cy="380" rx="55" ry="70"/></g>
    <g fill="#111"><circle cx="288" cy="190" r="13"/><circle cx="352" cy="190" r="13"/><ellipse cx="320" cy="222" rx="15" ry="10"/></g>
    <g fill="#fff"><circle cx="292" cy="186" r="4"/><circle cx="356" cy="186" r="4"/></g></svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: '#ffffff' });
}

export const petJpeg = (width?: number, height?: number): Promise<Buffer> =>
  petPhoto(width, height).jpeg({ quality: 90 }).toBuffer();
