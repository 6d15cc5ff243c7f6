import { charge, end, type FamilyStep, type ModelCharge, whenFamily } from './family-state.ts';
import type { MadeBooking } from './made-bookings.ts';
import { placeOf } from './school.ts';
import type { KnownHistory } from './slot-model.ts';

/** The steps by which bookings are charged to one family, and by which they end. */
export const chargeSteps = ({ made, school }: Pick<KnownHistory, 'made' | 'school'>) => {
  const trialOf = ({ isTrial, child, slots }: MadeBooking): string | undefined => {
    const [slot] = slots;
    return isTrial && slot ? `${placeOf(school, slot).cls.id}#${child}` : undefined;
  };
  const chargeOf = (booking: MadeBooking): ModelCharge => ({
    order: booking.order,
    amount: booking.amount,
    trial: trialOf(booking),
  });
  const charged = (number: number): FamilyStep => {
    const booking = made.get(number);
    return booking ? charge(number, chargeOf(booking)) : () => [];
  };
  /** A trial that is given up in time does not count. */
  const ended = (number: number, terms: 'charge' | 'own'): FamilyStep => {
    const { amount = 0, isLate: isTooLate = false } = made.get(number) ?? {};
    const isCredited = terms === 'charge' || !isTooLate;
    return end(number, {
      credit: isCredited ? amount : 0,
      suggested: isCredited ? 0 : amount,
      givesTrialBack: !isTooLate,
    });
  };
  /** The deletion of a class credits a kept trial before it ends the booking (END-10). */
  const endedWithClass = ({ number, trial }: MadeBooking): FamilyStep[] => {
    const endIt = ended(number, 'charge');
    if (!trial) return [endIt];
    const key = `ENDING#${trial.number}`;
    return [
      (state) =>
        whenFamily(state.charges.has(number) && !state.endings.has(number) && !state.entries.has(key), {
          ...state,
          entries: new Map([...state.entries, [key, { sum: 'credited', amount: trial.amount }]]),
        }),
      (state) => (state.entries.has(key) ? endIt(state) : []),
    ];
  };
  /** A trial that was held or kept counts. */
  const trialEnded = (number: number): FamilyStep =>
    end(number, { credit: 0, suggested: 0, givesTrialBack: false });
  /** The attempt that made a booking does not book in its old slot again. */
  const movedWithin =
    (number: number): FamilyStep =>
    (state) => {
      const order = state.charges.get(number)?.order;
      return whenFamily(order !== undefined && !state.endings.has(number), {
        ...state,
        endedOrders: new Set([...state.endedOrders, ...(order === undefined ? [] : [order])]),
      });
    };

  return { charged, ended, endedWithClass, trialEnded, movedWithin };
};
