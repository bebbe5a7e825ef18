import { detectPictureFormat, getFormatMessage, isPhotoFormat, type PictureFormat } from './picture-format.js';

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));

describe('detectPictureFormat', () => {
  it.each<[PictureFormat | null, string]>([
    ['JPEG', '\xff\xd8\xff\xe1\x2a\x10Exif'],
    ['PNG', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
    ['WebP', 'RIFF\x10\0\0\0WEBPVP8 '],
    ['GIF', 'GIF89a\x01\0\x01\0'],
    ['TIFF', 'II*\0\x08\0\0\0'],
    ['TIFF', 'MM\0*\0\0\0\x08'],
    ['BMP', 'BM\x36\x10\0\0\0\0\0\0\x36\0\0\0'],
    ['PDF', '%PDF-1.7\n'],
    ['AVIF', '\0\0\0\x1cftypavif\0\0\0\0mif1miaf'],
    ['AVIF', '\0\0\0\x1cftypmif1\0\0\0\0mif1avif'],
    ['HEIC', '\0\0\0\x24ftypheic\0\0\0\0mif1MiHEMiPrheic'],
    ['HEIC', '\0\0\0\x18ftypmif1\0\0\0\0mif1heic'],
    ['HEIC', '\0\0\0\x18ftyphevc\0\0\0\0hevcmsf1'],
    // An MP4 video; brands are read only inside their box.
    [null, '\0\0\0\x18ftypisom\0\0\0\0isommp42\0\0\0\x10avif'],
    [null, 'RIFF\x10\0\0\0WAVEfmt '],
    [null, 'BMW is no bitmap'],
    [null, '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    [null, '\x89PNG'],
    [null, '\xff\xd8'],
    [null, ''],
  ])('detects %s by %j', (format, text) => {
    expect(detectPictureFormat(bytesOf(text))).toBe(format);
  });
});

describe('getFormatMessage', () => {
  it.each<[PictureFormat | null, string]>([
    ['WebP', 'This is a WebP picture. Please upload a PNG or JPEG.'],
    ['AVIF', 'This is an AVIF picture. Please upload a PNG or JPEG.'],
    ['HEIC', 'This is a HEIC picture. Please upload a PNG or JPEG.'],
    ['PDF', 'This is a PDF document. Please upload a PNG or JPEG.'],
    [null, 'Please upload a PNG or JPEG image.'],
  ])('names %s', (format, message) => {
    expect([getFormatMessage(format), isPhotoFormat(format)]).toEqual([message, false]);
  });
});
