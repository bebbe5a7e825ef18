import { drawPicture, findPicture, listPictureFiles } from './picture-addresses.js';

const drawings = listPictureFiles().map((file) => [file, () => drawPicture(findPicture(file)!)] as const);

describe('a drawing', () => {
  it.each(drawings)('%s is complete, small and has few filters over the whole picture', (_, draw) => {
    const svg = draw();
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 1000 1000" .*<\/svg>$/s);
    expect(svg).not.toMatch(/NaN|undefined|Infinity|<script|href=|<image/);
    expect(svg.length).toBeLessThan(20_000);
    const used = [...svg.matchAll(/url\(#([\w-]+)\)/g)].map(([, id]) => id);
    const defined = [...svg.matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id);
    expect(new Set(defined).size).toBe(defined.length);
    expect(used.filter((id) => !defined.includes(id))).toEqual([]);
    const overAll = [...svg.matchAll(/<filter id="([\w-]+)"[^>]*filterUnits="userSpaceOnUse"/g)].map(([, id]) => id);
    const filtered = [...svg.matchAll(/filter="url\(#([\w-]+)\)"/g)].filter(([, id]) => overAll.includes(id));
    expect(filtered.length).toBeLessThanOrEqual(9);
    expect(draw()).toBe(svg);
  });
});
