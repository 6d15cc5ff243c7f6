import { describe, expect, it } from 'vitest';
import { searchFor } from './search-text.ts';

describe('a search', () => {
  it.each([
    ['zoe', 'Zoë Smith'],
    ['ZOË', 'zoe smith'],
    ['e smi', 'Zoë  Smith'],
    [' smith ', 'Zoë Smith'],
    ['łukasz', 'Łukasz Nowak'],
    ['@example', 'pat@EXAMPLE.com'],
    ['山田', '山田 太郎'],
    ['', 'anything'],
    ['   ', 'anything'],
  ])('for %j finds %j', (query, text) => {
    expect(searchFor(query)(text)).toBe(true);
  });

  it.each([
    ['smyth', 'Zoë Smith'],
    ['.', 'Zoë Smith'],
    ['.*', 'Zoë Smith'],
    ['smith zoe', 'Zoë Smith'],
  ])('for %j does not find %j', (query, text) => {
    expect(searchFor(query)(text)).toBe(false);
  });
});
