import { atTheEnd } from '#shared/domain/waiting/waiting';
import { type CommandOf, done, type Transition } from './command.ts';
import {
  dropEntry,
  type ListedOffer,
  type ModelEntry,
  passOver,
  takeOffer,
  type WaitingList,
} from './waiting-list.ts';

type Answer = CommandOf<'take' | 'decline' | 'expire' | 'withdraw'>;

const answerOpen = (
  list: WaitingList,
  answer: Answer,
  { entry, until }: { readonly entry: ModelEntry; readonly until: ListedOffer['until'] },
): Transition => {
  switch (answer.kind) {
    case 'take':
      return done(takeOffer(list, entry));
    case 'decline': {
      const { at, stays } = answer;
      if (!stays) return done(dropEntry(list, entry, { end: 'declined', at }));
      return done(passOver(list, { ...entry, ...atTheEnd(at) }, { end: 'declined', at }));
    }
    case 'expire':
      if (answer.at < until) return { outcome: 'not-due' };
      return done(dropEntry(list, entry, { end: 'expired', at: answer.at }));
    case 'withdraw':
      return done(passOver(list, entry, { end: 'withdrawn', at: answer.at }));
  }
};

/** Ends an open offer by the first answer to it; later ones return how it ended (WAI-09). */
export const answerOffer = (list: WaitingList, answer: Answer): Transition => {
  const offer = list.offers.find(({ id }) => id === answer.offer);
  if (!offer) return { outcome: 'unknown-offer' };
  if (offer.state !== 'open') return { outcome: 'offer-ended', end: offer.state };
  const entry = list.entries.find(({ offer_id }) => offer_id === offer.id);
  return entry ? answerOpen(list, answer, { entry, until: offer.until }) : { outcome: 'unknown-entry' };
};
