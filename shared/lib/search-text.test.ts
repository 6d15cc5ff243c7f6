import { describe, expect, it } from 'vitest';
import { searchFor, wordsFor } from './search-text.ts';

describe('a search', () => {
  it.each([
    ['e smi', 'Zoë  Smith'],
    [' smith ', 'Zoë Smith'],
    ['@example', 'pat@EXAMPLE.com'],
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

describe('a search in any writing', () => {
  const writings = [
    ['zoe', 'Zoë'],
    ['lukasz', 'Łukasz Nowak'],
    ['soren', 'Søren Ægir'],
    ['strasse', 'Lange Straße'],
    ['istanbul', 'İstanbul'],
    ['νικοσ', 'Νίκος'],
    ['семен', 'Семён'],
    ['nguyen dinh', 'Nguyễn Đình'],
    ['محمد', 'مُحَمَّد'],
    ['علی', 'علي'],
    ["o'neill", 'Jess O’Neill'],
    ['oʼneill', 'Jess O`Neill'],
    ['anna lena', 'Anna-Lena Fox'],
    ['annalena', 'Anna\u2011Lena Fox'],
    ['st marys', 'St. Mary’s School'],
    ['mia jo', 'Mia\u00a0Jo'],
    ['mia', 'Ｍｉａ\ufe0f'],
    ['Zoe\u0308', 'Zo\u00eb'],
    ['pitch ٧', 'Pitch 7'],
    ['f7k2m9', 'F-7K2M9'],
    ['ガ', 'ｶﾞ'],
    ['कि', 'किरण'],
    // Addresses are stored as mail servers know them.
    ['pat@müller.de', 'pat@xn--mller-kva.de'],
    ['Pat@MÜLLER.de ', 'pat@xn--mller-kva.de'],
    ['o’neill@foo‑bar.example', "o'neill@foo-bar.example"],
  ] as const;

  it.each(writings)('for %j finds %j', (query, text) => {
    expect(searchFor(query)(text)).toBe(true);
    expect(wordsFor(query)([text])).toBe(true);
  });

  it.each([
    ['का', 'किरण'],
    ["'", 'Jess Neill'],
    ['-', 'Anna Lena'],
    ['/', 'Anna Lena'],
  ])('for %j does not find %j', (query, text) => {
    expect(searchFor(query)(text)).toBe(false);
  });

  const stored = [
    '07700900555',
    '07700 900 555',
    '+44 7700 900555',
    '0044(0)7700-900-555',
    '+44\u00a07700‑900555',
  ];
  const typed = ['07700 900555', '07700900555', '+44 7700 900555', '+447700900555', '0044 7700 900555'];
  const others = ['+44 (0)7700 900555', '447700900555', '7700 900555', '0770', '+44 77', '900555', '0555'];
  const pasted = [
    '\u202a+44 7700\u2011900555\u202c',
    '+44\u20117700\u2011900555',
    '07700–900–555',
    '07700·900·555',
    '07700 900555,',
  ];
  const pairs = stored.flatMap((phone) =>
    [...typed, ...others, ...pasted].map((query) => [query, phone] as const),
  );

  it.each(pairs)('for the digits %j finds the phone number %j', (query, phone) => {
    expect(searchFor(query)(phone)).toBe(true);
    expect(wordsFor(query)(['Pat Fox', phone])).toBe(true);
    expect(wordsFor(`fox ${query}`)(['Pat Fox', phone])).toBe(true);
  });

  it.each(stored)('does not find %j by other digits', (phone) => {
    for (const query of ['07700 900556', '+44 7701', '+49 7700 900555', '07700 900555 1']) {
      expect(searchFor(query)(phone)).toBe(false);
      expect(wordsFor(query)([phone])).toBe(false);
    }
  });

  it.each(['tel:+447700900555', 'Mob: 07700 900555', '"07700 900555"'])('finds a number by %j', (query) => {
    expect(searchFor(query)('07700900555')).toBe(true);
    expect(wordsFor(query)(['07700900555'])).toBe(true);
  });

  it('finds a number abroad as it is dialled there', () => {
    for (const query of ['+49 30 1234567', '030 1234567', '0049 (0)30 1234567', '234567'])
      expect(wordsFor(query)(['+49 (0)30/1234567'])).toBe(true);
  });
});

describe('a search by beginnings of words', () => {
  it.each([
    ['zo', 'Zoë Smith'],
    ['smi zo', 'Zoë Smith'],
    ['smith 0770', 'Zoë Smith 07700 900123'],
    ['con', 'Jess O’Connor'],
    ['o con', 'Jess O’Connor'],
    ['12 34', 'Hall 12 34'],
    ['u10 mix', 'U10 mixed'],
    ['exam', 'zoe@example.com'],
    ["o'con", 'Jess O’Connor'],
  ])('for %j finds %j', (query, text) => {
    expect(wordsFor(query)([text])).toBe(true);
  });

  it.each([
    ['mith', 'Zoë Smith'],
    ['zoe jones', 'Zoë Smith'],
  ])('for %j does not find %j', (query, text) => {
    expect(wordsFor(query)([text])).toBe(false);
  });
});
