import { describe, expect, it } from 'vitest';
import { mapUrlOf } from './venues.ts';

describe('the map of a venue', () => {
  it('is its own link, or a search for its name and address [SET-02]', () => {
    const address = '1 Mill & Green';
    expect(mapUrlOf('Mill', { map_url: 'https://maps.example.com/a', address })).toBe(
      'https://maps.example.com/a',
    );
    expect(mapUrlOf('Mill', { map_url: null, address })).toBe(
      'https://www.openstreetmap.org/search?query=Mill%2C%201%20Mill%20%26%20Green',
    );
  });
});
