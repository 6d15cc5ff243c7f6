import { describe, expect, it } from 'vitest';
import { childIdSchema } from '#shared/lib/ids';
import { instantOf } from '#shared/lib/values';
import { markIdSchema, type Register, type RegisterChild, registerSchema } from '#shared/registers/register';
import { type Copies, mergeRegister, noCopies, type RegisterCopy, withinLifetime } from './copies.ts';

const id = (prefix: string) => `${prefix}_${'0'.repeat(26)}`;
/** Saturday, 9:00 to 10:00. */
const register: Register = registerSchema.parse({
  session: {
    class_id: id('cls'),
    slot_id: id('slt'),
    date: '2026-11-28',
    class_type: 'juniorballerz',
    venue: 'Park',
    venue_details: { address: '1 Road', map_url: null, directions: null },
    start_time: '09:00',
    end_time: '10:00',
    state: 'on',
    reason: null,
    is_cover: false,
    opens_at: '2026-11-27T09:00:00.000Z',
    closes_at: '2026-11-30T00:00:00.000Z',
    children: 1,
    trials: 0,
    medical_notes: 1,
    not_coming: 0,
    marked: 0,
  },
  read_at: '2026-11-28T08:00:00.000Z',
  unlisted: [
    { id: 'mrk_0000000000000001', name: 'Yan', phone_number: '07700 900456', at: '2026-11-28T09:05:00.000Z' },
  ],
  children: [
    {
      parent_id: id('fam'),
      child_id: id('chd'),
      name: 'Zoe',
      age: 7,
      kind: 'full',
      is_first: false,
      not_coming: false,
      mark: null,
      card: {
        medical_conditions: 'Asthma',
        is_health_answered: true,
        health_answered_at: '2026-11-01T08:00:00.000Z',
        contacts: [],
        photos: { school: true, web: true },
        adults: [{ full_name: 'Pat Parent', phone_number: '07700 900123' }],
      },
    },
  ],
});

const timeZone = 'Europe/London';

const copiesAt = (contact: string): Copies => ({
  lastContact: instantOf(new Date(contact)),
  sessions: [register.session],
  registers: { one: register },
});

describe('copies on a phone', () => {
  it.each([
    ['2026-11-27T20:59:59.999Z', false],
    ['2026-11-27T21:00:00.000Z', true],
    ['2026-11-28T12:00:00.000Z', true],
    ['2026-11-28T12:00:00.001Z', false],
  ])('have cards from 12 hours before to 2 hours after the session: at %s %s [EME-05]', (now, expected) => {
    const { registers } = withinLifetime(copiesAt('2026-11-27T20:00:00.000Z'), new Date(now), timeZone);
    const [child] = registers.one?.children ?? [];
    expect(child).toMatchObject({ name: 'Zoe', age: 7 });
    expect(JSON.stringify(child).includes('Asthma')).toBe(expected);
    expect(JSON.stringify(child).includes('07700 900123')).toBe(expected);
    expect(registers.one?.unlisted).toMatchObject([{ name: 'Yan' }]);
    expect(JSON.stringify(registers.one?.unlisted).includes('07700 900456')).toBe(expected);
  });

  it.each([
    ['2026-11-28T08:00:00.000Z', '2026-11-29T08:00:00.000Z', true],
    ['2026-11-28T08:00:00.000Z', '2026-11-29T08:00:00.001Z', false],
  ])('of %s are gone 24 hours after the last contact: at %s %s [EME-05, REG-03]', (contact, now, kept) => {
    const copies = withinLifetime(copiesAt(contact), new Date(now), timeZone);
    if (kept) expect(copies.sessions).toHaveLength(1);
    else expect(copies).toEqual(noCopies);
  });
});

describe('a register on top of its copy', () => {
  const during = { now: new Date('2026-11-28T09:00:00.000Z'), timeZone, taken: new Set<string>() };
  const [zoe] = register.children;
  if (!zoe) throw new Error('a child expected');
  const amy = { ...zoe, child_id: childIdSchema.parse(`chd_${'1'.repeat(26)}`), name: 'Amy' };
  const of = (...children: RegisterChild[]): Register => ({ ...register, children });

  it('marks who took a place after the copy before was made, and keeps that mark [REG-10]', () => {
    const joined = ({ children }: RegisterCopy) => children.map((child) => child.joined ?? false);
    const first = mergeRegister(register, undefined, during);
    const second = mergeRegister(of(zoe, amy), first, during);
    const third = mergeRegister(of(zoe, amy), second, during);
    expect([first, second, third].map(joined)).toEqual([[false], [false, true], [false, true]]);
  });

  it('shows who gave up the place as left, without a card [REG-10]', () => {
    const before = mergeRegister(of(zoe, amy), undefined, during);
    const after = mergeRegister(register, before, during);
    expect(after.children.map(({ name, kind }) => [name, kind])).toEqual([
      ['Zoe', 'full'],
      ['Amy', 'left'],
    ]);
    expect(after.children[1]?.card).toBeNull();
    expect(mergeRegister(register, after, during)).toEqual(after);
    expect(mergeRegister(of(zoe, amy), after, during).children.map(({ kind }) => kind)).toEqual([
      'full',
      'full',
    ]);
  });

  it.each([
    ['the mark of the copy, which the server took meanwhile', null, '09:01', true, '09:01'],
    ['the later mark of another phone', '09:02', '09:01', true, '09:02'],
    ['the later mark of the copy, which the server took meanwhile', '09:00', '09:01', true, '09:01'],
    ['the mark of the answer, whatever time the copy says', '09:00', '09:01', false, '09:00'],
    ['no mark', null, null, true, null],
  ])('has %s [REG-06]', (_, answered, copied, isTaken, expected) => {
    const markAt = (time: string | null) =>
      time === null
        ? null
        : {
            id: markIdSchema.parse(`mrk_${time.replace(':', '').padStart(16, '0')}`),
            attendance: 'present' as const,
            at: instantOf(new Date(`2026-11-28T${time}:00.000Z`)),
          };
    const before = mergeRegister(of({ ...zoe, mark: markAt(copied) }), undefined, during);
    const mark = markAt(copied);
    const taken = new Set(isTaken && mark ? [mark.id] : []);
    const { children } = mergeRegister(of({ ...zoe, mark: markAt(answered) }), before, { ...during, taken });
    expect(children[0]?.mark).toEqual(markAt(expected));
  });

  it('has no card outside the time for cards, on the screen either [EME-05]', () => {
    const late = { ...during, now: new Date('2026-11-28T12:00:00.001Z') };
    expect(mergeRegister(register, undefined, late).children).toMatchObject([{ name: 'Zoe', card: null }]);
  });

  it('has no child on no list that was deleted, and those that the server took meanwhile [REG-08, REG-16]', () => {
    const [yan] = register.unlisted;
    if (!yan) throw new Error('a child expected');
    const amir = { ...yan, id: markIdSchema.parse('mrk_0000000000000002'), name: 'Amir' };
    const before = mergeRegister({ ...register, unlisted: [yan, amir] }, undefined, during);
    const read = { ...register, unlisted: [] };
    const merged = mergeRegister(read, before, { ...during, taken: new Set([amir.id]) });
    expect(merged.unlisted?.map(({ name }) => name)).toEqual(['Amir']);
  });
});
