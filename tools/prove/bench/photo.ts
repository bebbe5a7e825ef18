import sharp, { type Sharp } from 'sharp';

const PET = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300" width="4032" height="3024"><rect width="400" height="300" fill="#9cc8e8"/><rect y="220" width="400" height="80" fill="#7fa457"/>
  <g fill="#8a5a34"><ellipse cx="200" cy="250" rx="95" ry="75"/><circle cx="200" cy="130" r="75"/><polygon points="130,110 140,30 185,75"/><polygon points="270,110 260,30 215,75"/></g>
  <ellipse cx="200" cy="162" rx="40" ry="32" fill="#f1dfc8"/><g fill="#1c1512"><circle cx="172" cy="115" r="11"/><circle cx="228" cy="115" r="11"/><ellipse cx="200" cy="148" rx="15" ry="11"/></g></svg>`;

/** A drawing of a pet with 12 megapixels, not encoded yet. */
export const drawnPet = (): Sharp => sharp(Buffer.from(PET));
