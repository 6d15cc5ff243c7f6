import { describe, expect, it } from 'vitest';
import { declineTexts, rankText } from './offers.ts';

it('says before an offer is declined which ranks follow [WAI-15]', () => {
  expect(declineTexts({ own: 3, others: [] })).toEqual(['If you stay, you are 3rd.']);
  expect(declineTexts({ own: 4, others: [3] })).toEqual([
    'If you stay, you are 4th.',
    'Your other application on this list will be behind those of every other family: it is then 3rd. The same happens if you leave the list or do not answer in time.',
  ]);
  expect(declineTexts()).toEqual([
    'Other applications of yours on this list will be behind those of every other family. The same happens if you leave the list or do not answer in time.',
  ]);
  expect(declineTexts({ own: 5, others: [3, 4] })[1]).toContain(
    'applications on this list will be behind those of every other family: they are then 3rd and 4th.',
  );
});

describe('rankText', () => {
  it.each([
    [1, 'You are 1st'],
    [11, 'You are 11th'],
    [13, 'You are 13th'],
  ])('of %i is "%s"', (rank, text) => {
    expect(rankText(rank)).toBe(text);
  });

  it('has the ending that English has, up to 1,000', () => {
    const rules = new Intl.PluralRules('en', { type: 'ordinal' });
    const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
    for (let rank = 1; rank <= 1_000; rank += 1) {
      expect(rankText(rank)).toBe(`You are ${rank}${endings[rules.select(rank)]}`);
    }
  });
});
