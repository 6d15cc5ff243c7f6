import { isClassOver } from '#shared/domain/sessions/sessions';
import { businessMoment, toInstant } from '#shared/domain/time/business-time';
import { addDays } from '#shared/domain/time/calendar';
import { instantOf } from '#shared/domain/time/instant-of';
import { wallTimeSchema } from '#shared/schemas/values';
import { archiveWrites } from '../../data/classes/current-classes.ts';
import { listManagedClasses } from '../../data/classes/managed-classes.ts';
import { slotListUpdate } from '../../data/waiting/slot-update.ts';
import type { Recurring } from './recurring.ts';

const checkedAt = wallTimeSchema.parse('00:30');

/** Writes of one transaction, less those of the daily work itself. The next day takes the rest. */
const maxLists = 90;

/**
 * Makes the waiting lists of classes that are over due: they are closed one by one (WAI-12). Classes that are over for
 * some time leave what the listing reads.
 */
export const waitingLists: Recurring = {
  firstDay: (today) => addDays(today, 1),
  dueAt: (day, timeZone) => toInstant(day, checkedAt, timeZone),
  isOver: (day, today) => day < today,
  perform: async (_, { table, clock, timeZone }) => {
    const moment = businessMoment(clock(), timeZone);
    const classes = await listManagedClasses(table, { consistent: true });
    const over = classes.filter((cls) => !cls.deleting && isClassOver(cls, moment));
    const listed = over
      .flatMap(({ time_slots }) => time_slots)
      .filter(({ waiting = 0, held = 0 }) => waiting + held > 0)
      .slice(0, maxLists);
    const dueAt = instantOf(moment.now);
    return [
      ...archiveWrites(table, classes, moment),
      ...listed.map(({ class_id, id }) =>
        slotListUpdate(table, { class_id, time_slot_id: id }, { add: {}, dueAt }),
      ),
    ];
  },
};
