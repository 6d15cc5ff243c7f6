import { describe, expect, it } from 'vitest';
import { isPictureAllowed, pictureHostsText } from './class-input.ts';

describe('the address of a picture', () => {
  const hosts = ['pictures.club.example', 'img.example'];

  it.each(['https://pictures.club.example/a.jpg', 'https://img.example/', 'https://IMG.example:443/a?b#c'])(
    'may be %s',
    (address) => {
      expect(isPictureAllowed(address, hosts)).toBe(true);
    },
  );

  it.each([
    'https://evil.example/a.jpg',
    'https://img.example.evil.example/a.jpg',
    'https://a.img.example/a.jpg',
    'https://img.example@evil.example/a.jpg',
    'https://img.example:8443/a.jpg',
    'img.example/a.jpg',
    '',
  ])('may not be %j', (address) => {
    expect(isPictureAllowed(address, hosts)).toBe(false);
  });

  it('may have no host where none is named', () => {
    expect(isPictureAllowed('https://img.example/a.jpg', [])).toBe(false);
  });
});

it('names the hosts of pictures', () => {
  expect([
    pictureHostsText([]),
    pictureHostsText(['a.example']),
    pictureHostsText(['a.example', 'b.example']),
  ]).toEqual([
    'Leave this empty: no host for pictures is set up',
    'Use a picture on a.example',
    'Use a picture on a.example or b.example',
  ]);
});
