/** In display order. `ages` is inclusive and in whole years; null for a programme by level (PUB-19, PUB-20). */
export const programmes = {
  miniballerz: {
    name: 'Miniballerz',
    ages: { from: 3, to: 5 },
    audience: 'Ages 3-5',
    summary: 'First kicks, balance and turn-taking through stories and play.',
  },
  juniorballerz: {
    name: 'Juniorballerz',
    ages: { from: 6, to: 11 },
    audience: 'Ages 6-11',
    summary: 'Passing, dribbling and small-sided games, with every child on the ball.',
  },
  eliteballerz: {
    name: 'Eliteballerz',
    ages: null,
    audience: 'Academy level',
    summary: 'Position-specific training and match play for players who want more.',
  },
} as const;

export type ProgrammeId = keyof typeof programmes;

export const programmeIds = [
  'miniballerz',
  'juniorballerz',
  'eliteballerz',
] as const satisfies readonly ProgrammeId[];

export const programEnded = 'Program ended';
