import { takePlace } from '#functions/booking/take-place';
import { coachOperations } from '#functions/entries/coach-operations';
import { createHandler } from '#functions/lib/http/create-handler';
import { readMarks } from '#functions/registers/registers';
import { putClass, putFamily } from '#infra/local/seed/put';
import {
  failing,
  type Interceptor,
  ignoring,
  lost,
  type TableRequest,
  textOf,
} from '#infra/testing/mutants/mutant';
import { randomOf } from '#infra/testing/random';
import { at, sampleBooking, sampleClass, sampleFamily, sampleTimeZone } from '#infra/testing/samples/samples';
import { invoke } from '#infra/testing/services/invoke';
import { startTestTable, type TestTable } from '#infra/testing/table/test-table';
import type { UserId } from '#shared/lib/ids';
import { type Attendance, attendanceSchema, markIdSchema, registerSchema } from '#shared/registers/register';
import { coachRoutes } from '#shared/registers/routes';
import { date } from '#shared/testing/values';
import { actOf, type Run, type RunOptions, type Theme, violationsOf } from './driver.ts';

const session = date('2025-09-27');
const startMs = Date.parse('2025-09-27T08:10:00.000Z');
const secondMs = 1_000;

const children = 4;
const marksOfPhone = 24;
const marksInRequest = 5;
const faultRate = 0.02;

/**
 * How wrong the clock of each phone is, in seconds. Each is set between its taps, so that a later tap may have an earlier time.
 */
const clocks = [0, 7, -2];

interface SentMark {
  readonly id: string;
  readonly child: number;
  readonly attendance: Attendance;
  readonly by: UserId;
  /** The how manieth tap of its phone. */
  readonly number: number;
  readonly tapped: number;
  readonly firstSent: number;
  /** When the phone first had the answer that it is stored. */
  readonly answered: number;
}

/** The rule of REG-06 a second time: the order of attendances at the same time. */
const shorterStays: readonly Attendance[] = ['absent', 'left-early', 'late', 'present'];

/**
 * Phones mark one session at once: requests overlap, fail, lose answers and are sent again. Taps are often at the same time.
 */
const begin = async (table: TestTable, { seed, mutant, note }: RunOptions): Promise<Run> => {
  let nowMs = startMs;
  const deps = { table, clock: () => new Date(nowMs), timeZone: sampleTimeZone };
  const handler = createHandler(coachRoutes, coachOperations, deps, {
    clock: deps.clock,
    requireCurrentRole: async () => {},
  });
  const coaches = clocks.map(() => sampleFamily({ children: [] }).profile.id);
  const families = Array.from({ length: children }, () => sampleFamily());
  const cls = sampleClass({ capacities: [30] });
  await putClass(table, { ...cls, coach_ids: coaches });
  for (const family of families) {
    await putFamily(table, family);
    await takePlace(table, sampleBooking(cls, family));
  }
  const slot = at(cls.time_slots, 0);

  /** @returns whether the answer says that all marks are stored */
  const send = async (
    as: UserId,
    marks: readonly Omit<SentMark, 'firstSent' | 'answered'>[],
  ): Promise<boolean> => {
    nowMs += secondMs;
    const sent = marks.map(({ id, child, attendance, tapped, by, number }) => ({
      id,
      attendance,
      parent_id: at(families, child).id,
      child_id: at(at(families, child).children, 0).id,
      at: new Date(tapped).toISOString(),
      tap: { phone: `phone-0${coaches.indexOf(by)}`, number },
    }));
    const body = { sessions: [{ class_id: cls.id, slot_id: slot.id, date: session, marks: sent }] };
    const { status, body: answer } = await invoke(handler, {
      route: 'sendMarks',
      userId: as,
      groups: ['coach'],
      body,
    });
    note(actOf('send', { status }));
    return (
      status === 200 && Object(answer).marks.every(({ refused }: { refused: unknown }) => refused === null)
    );
  };

  const sent: SentMark[] = [];
  const phone = async (by: UserId, number: number): Promise<void> => {
    const random = randomOf(seed, 'phone', number);
    const queue = Array.from({ length: marksOfPhone }, (_, index) => ({
      id: markIdSchema.parse(`mrk_${`${number}x${index}`.padStart(16, '0')}`),
      by,
      number: index,
      child: random.below(children),
      attendance: random.pick(attendanceSchema.options),
      tapped: startMs + (random.below(20) + at(clocks, number)) * secondMs,
    }));
    for (let first = 0; first < queue.length; first += marksInRequest) {
      const part = queue.slice(first, first + marksInRequest);
      const firstSent = nowMs;
      while (!(await send(by, part)));
      sent.push(...part.map((mark) => ({ ...mark, firstSent, answered: nowMs })));
      // The browser was closed before it noted the answer.
      if (random.chance(0.3)) await send(by, part);
    }
  };

  const check = async () => {
    const rules: (readonly [rule: string, holds: boolean])[] = [];
    const stored = await readMarks(table, slot.id, session);
    const params = { classId: cls.id, slotId: slot.id, date: session };
    const { body } = await invoke(handler, {
      route: 'getRegister',
      userId: at(coaches, 0),
      groups: ['coach'],
      params,
    });
    const register = registerSchema.parse(body);
    for (const [index, family] of families.entries()) {
      const ofChild = sent.filter(({ child }) => child === index);
      const marks = stored.filter(({ parent_id }) => parent_id === family.id).flatMap((place) => place.marks);
      const isSame =
        marks.length === ofChild.length &&
        marks.every((mark) =>
          ofChild.some(
            ({ id, attendance, by }) => id === mark.id && attendance === mark.attendance && by === mark.by,
          ),
        );
      rules.push(['each mark is stored once, and nothing else', isSame]);
      const times = ofChild.flatMap((own) => {
        const mark = marks.find(({ id }) => id === own.id);
        if (!mark) return [];
        const received = Date.parse(mark.received_at);
        const isFirst = own.firstSent <= received && received <= own.answered;
        const counted = Math.min(own.tapped, received);
        rules.push([
          'a mark has the time of its tap, never after its first receipt',
          isFirst && Date.parse(mark.at) === counted,
        ]);
        return [{ ...own, counted }];
      });
      const lasts = times.filter(
        ({ by, number: own }) => !times.some((other) => other.by === by && other.number > own),
      );
      const [expected] = lasts.toSorted(
        (one, other) =>
          other.counted - one.counted ||
          shorterStays.indexOf(other.attendance) - shorterStays.indexOf(one.attendance),
      );
      const shown = register.children.find(({ parent_id }) => parent_id === family.id)?.mark;
      rules.push([
        'the register shows the last tap of a phone, of two phones the later one, and at the same time the longer stay',
        shown?.attendance === expected?.attendance &&
          (!shown || !expected || Date.parse(shown.at) === expected.counted),
      ]);
    }
    return violationsOf(rules);
  };

  async function* acts() {
    yield coaches.map((coach, index) => () => phone(coach, index));
  }
  const faults = randomOf(seed, 'faults');
  return {
    model: { tables: [table], check },
    acts: acts(),
    faults: [failing(() => faults.chance(faultRate))],
    mutant: mutant?.intercept?.(() => ''),
  };
};

const isMark = ({ operation, input }: TableRequest): boolean =>
  operation === 'UpdateItem' && textOf(input).includes(':mark');

/** Each mark of a child takes the place of the one before. */
const oneAttribute = (): Interceptor => (request, forward) => {
  if (!isMark(request)) return forward(request.input);
  const names: object = Reflect.get(request.input, 'ExpressionAttributeNames');
  const { ConditionExpression: _, ...input } = Object(request.input);
  return forward({ ...input, ExpressionAttributeNames: { ...names, '#mark': 'mrk_0000000000000000' } });
};

const rising = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
const falling = (one: string, other: string): number => rising(other, one);

const mutants: Theme['mutants'] = {
  'a mark is answered and not stored': lost(isMark, 5),
  'a mark replaces the one before': oneAttribute,
  'a mark that is sent again is received again': ignoring(isMark, 'attribute_not_exists(#mark)'),
  'the earlier tap counts': { orderOfMarks: (one, other) => rising(one.at, other.at) },
  'the attendance decides before the time': {
    orderOfMarks: (one, other) => falling(one.attendance, other.attendance) || falling(one.at, other.at),
  },
  'absent counts at the same time': {
    orderOfMarks: (one, other) => falling(one.at, other.at) || rising(one.attendance, other.attendance),
  },
  'the later time counts on one phone too': {
    orderOfMarks: (one, other) => falling(one.at, other.at) || falling(one.attendance, other.attendance),
  },
  'the mark that arrived last counts': {
    orderOfMarks: (one, other) =>
      falling(String(Reflect.get(one, 'received_at')), String(Reflect.get(other, 'received_at'))),
  },
};

export const marks: Theme = {
  name: 'marks',
  seeds: { all: 100, inTest: 3 },
  start: async () => {
    const table = await startTestTable();
    return { begin: (options) => begin(table, options), stop: table.stop };
  },
  mutants,
};
