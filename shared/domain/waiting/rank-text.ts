/** By the last digit. */
const endings = ['th', 'st', 'nd', 'rd'];

/** "1st", "2nd", "11th", "23rd". */
const ordinal = (rank: number): string => {
  const isTeen = rank % 100 >= 11 && rank % 100 <= 13;
  return `${rank}${(isTeen ? undefined : endings[rank % 10]) ?? 'th'}`;
};

/** The only text that a family gets about the order of a waiting list: "You are 3rd" (WAI-03). */
export const rankText = (rank: number): string => `You are ${ordinal(rank)}`;
