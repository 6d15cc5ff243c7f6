import { describe, expect, it } from 'vitest';
import { searchFor, wordsFor } from './search-text.ts';

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

describe('a search by beginnings of words', () => {
  it.each([
    ['zo', 'Zoë Smith'],
    ['smi zo', 'Zoë Smith'],
    ['0770', 'Zoë Smith 07700 900123'],
    ['exam', 'zoe@example.com'],
    ["o'con", 'Jess O’Connor'],
  ])('for %j finds %j', (query, text) => {
    expect(wordsFor(query)(text)).toBe(true);
  });

  it.each([
    ['mith', 'Zoë Smith'],
    ['zoe jones', 'Zoë Smith'],
  ])('for %j does not find %j', (query, text) => {
    expect(wordsFor(query)(text)).toBe(false);
  });
});
