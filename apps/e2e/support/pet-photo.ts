import sharp from 'sharp';

/** Centre and radius of the ball in front of the dog, as shares of the photo's width and height. */
export const BALL = { x: 0.5, y: 0.8, radius: 0.08 } as const;
const ball = `<circle cx="800" cy="960" r="120" fill="#d8242c"/><circle cx="765" cy="920" r="34" fill="#f2898d"/>`;

/** A drawing of a dog with enough detail for all styles. Different shades give different photos. */
const dog = (shade: string, inFront = '') => `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">
  <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#9cc8e8"/><stop offset="1" stop-color="#dfeec9"/></linearGradient></defs>
  <rect width="1600" height="1200" fill="url(#sky)"/>
  <rect y="900" width="1600" height="300" fill="#7fa457"/>
  <ellipse cx="800" cy="980" rx="380" ry="300" fill="${shade}"/>
  <ellipse cx="560" cy="470" rx="110" ry="250" fill="#5b3a22" transform="rotate(18 560 470)"/>
  <ellipse cx="1040" cy="470" rx="110" ry="250" fill="#5b3a22" transform="rotate(-18 1040 470)"/>
  <circle cx="800" cy="520" r="300" fill="${shade}"/>
  <ellipse cx="800" cy="650" rx="160" ry="130" fill="#f1dfc8"/>
  <ellipse cx="800" cy="590" rx="62" ry="46" fill="#1c1512"/>
  <path d="M800 640 v50 q-60 60 -110 20 m110 -20 q60 60 110 20" stroke="#1c1512" stroke-width="14" fill="none" stroke-linecap="round"/>
  <circle cx="690" cy="460" r="46" fill="#1c1512"/><circle cx="706" cy="444" r="14" fill="#fff"/>
  <circle cx="910" cy="460" r="46" fill="#1c1512"/><circle cx="926" cy="444" r="14" fill="#fff"/>
  ${inFront}
</svg>`;

/** A sky over the sea, without anything that looks like a pet. */
const sunset = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200">
  <defs><linearGradient id="evening" x2="0" y2="1">
    <stop stop-color="#33305f"/><stop offset=".45" stop-color="#c8644d"/><stop offset=".6" stop-color="#f6b467"/>
    <stop offset=".61" stop-color="#7b4a55"/><stop offset="1" stop-color="#1f2240"/>
  </linearGradient></defs>
  <rect width="1600" height="1200" fill="url(#evening)"/>
</svg>`;

export interface PhotoFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A real JPEG of 1600 × 1200 px. */
export const petPhoto = (shade = '#c08a52'): Promise<PhotoFile> => toPhoto('rex.jpg', dog(shade));

/** A dog with a ball in front of it, which a cut-out keeps. */
export const petPhotoWithBall = (): Promise<PhotoFile> => toPhoto('ball.jpg', dog('#c08a52', ball));

export const sunsetPhoto = (): Promise<PhotoFile> => toPhoto('sunset.jpg', sunset);

const toPhoto = async (name: string, drawing: string): Promise<PhotoFile> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp(Buffer.from(drawing)).jpeg({ quality: 88 }).toBuffer(),
});

/** Darkens a photo, as if taken at night. */
export async function darken(photo: PhotoFile): Promise<PhotoFile> {
  return {
    ...photo,
    name: 'night.jpg',
    buffer: await sharp(photo.buffer).linear(0.2).jpeg({ quality: 88 }).toBuffer(),
  };
}
