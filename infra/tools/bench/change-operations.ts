import { at } from '#infra/testing/samples/at';
import { startBookingSystem } from '#infra/testing/services/booking-system';
import { bookingTerms } from '#shared/domain/booking-terms';
import { type Booking, bookingSchema } from '#shared/schemas/booking';
import type { FootballClass } from '#shared/schemas/class';
import type { MeasuredOperation, OperationName } from './operations.ts';

const placeOf = ({ class_id, time_slot_id, child_id }: Booking) => ({ class_id, time_slot_id, child_id });

/** Moves a booking within its class and to another one, keeps a trial's place, and cancels, each once on a real engine. */
export const runChangeOperations = async (): Promise<MeasuredOperation[]> => {
  const system = await startBookingSystem();
  const { table, call } = system;
  const measured: MeasuredOperation[] = [];
  try {
    const [first, second] = [
      await system.addClass({ capacities: [10, 10] }),
      await system.addClass({ capacities: [10, 10] }),
    ];
    const family = await system.addFamily('Robin', 'Alex');
    const priceOf = (cls: FootballClass) =>
      bookingTerms(cls, at(cls.time_slots, 0), false, system.moment())?.amount ?? 0;
    const measure = async (name: OperationName, booking: Booking, request: () => ReturnType<typeof call>) => {
      const { result, cost } = await table.measure(request);
      if (result.status !== 200) throw new Error(`${name} was answered with ${result.status}`);
      measured.push({ name, result: String(result.status), cost });
      return bookingSchema.parse({ ...booking, ...Object(result.body) });
    };
    const move = (name: OperationName, booking: Booking, cls: FootballClass, money: number) =>
      measure(name, booking, () =>
        call(family, 'moveMyBooking', {
          params: { bookingId: booking.id },
          body: {
            booking: placeOf(booking),
            ...{ class_id: cls.id, time_slot_id: at(cls.time_slots, 1).id, calendar_version: 0 },
            ...{ credit: money, charge: money },
          },
        }),
      );

    const booked = await system.book(family, first);
    const within = await move('moveMyBooking, within the class', booked, first, 0);
    const moved = await move('moveMyBooking, to another class', within, second, priceOf(second));
    await measure('cancelBooking', moved, () =>
      call(family, 'cancelBooking', {
        params: { bookingId: moved.id },
        body: { ...placeOf(moved), credit: priceOf(second) },
      }),
    );

    const trial = await system.book(family, first, { child: 1, isTrial: true });
    await measure('keepPlace', trial, () =>
      call(family, 'keepPlace', {
        params: { bookingId: trial.id },
        body: { booking: placeOf(trial), amount: priceOf(first) - trial.amount, calendar_version: 0 },
      }),
    );
    return measured;
  } finally {
    await system.stop();
  }
};
