import type { RanksAfterDecline } from '#shared/schemas/waiting-view';
import { listed } from '../text/listed.ts';

/** By the last digit. */
const endings = ['th', 'st', 'nd', 'rd'];

/** "1st", "2nd", "11th", "23rd". */
const ordinal = (rank: number): string => {
  const isTeen = rank % 100 >= 11 && rank % 100 <= 13;
  return `${rank}${(isTeen ? undefined : endings[rank % 10]) ?? 'th'}`;
};

const eitherWay = 'The same happens if you leave the list or do not answer in time.';

/**
 * What a family is told before it declines an offer: its rank if it stays, and that its other entries go behind those of
 * the other families (WAI-15).
 * @param ranks unknown to the holder of the offer's link
 */
export const declineTexts = (ranks?: RanksAfterDecline): string[] => {
  if (!ranks)
    return [`Other entries of yours on this list will be behind those of every other family. ${eitherWay}`];
  const { own, others } = ranks;
  const stay = `If you stay, you are ${ordinal(own)}.`;
  if (others.length === 0) return [stay];
  const [entries, they] = others.length === 1 ? ['entry', 'it is'] : ['entries', 'they are'];
  const more = `Your other ${entries} on this list will be behind those of every other family: ${they} then ${listed(others.map(ordinal))}.`;
  return [stay, `${more} ${eitherWay}`];
};

/** The only text that a family gets about the order of a waiting list: "You are 3rd" (WAI-03). */
export const rankText = (rank: number): string => `You are ${ordinal(rank)}`;
