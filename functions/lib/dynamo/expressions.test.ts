import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import {
  above,
  absent,
  append,
  atMost,
  belowCapacity,
  both,
  type Change,
  checkWrite,
  conditionClauses,
  contains,
  deleteWrite,
  either,
  exists,
  isNew,
  lacks,
  not,
  oneOf,
  orAbsent,
  plus,
  plusFromZero,
  putWrite,
  size,
  type Tests,
  unlessPresent,
  updateClauses,
  updateWrite,
} from './expressions.ts';

const table = { name: 'bookings', client: DynamoDBDocumentClient.prototype };
const key = { PK: 'CLASS#1', SK: 'SLOT#1' };

const inFull = (text: string | undefined, names: object = {}, values: object = {}): string =>
  String(text)
    .replace(/#\w+/g, (name) => String(Reflect.get(names, name)))
    .replace(/:\w+/g, (value) => {
      const found: unknown = Reflect.get(values, value);
      return found instanceof Set ? `<${[...found].join(' ')}>` : JSON.stringify(found);
    });

const updateText = (change: Change): string => {
  const parts = updateClauses(change);
  return inFull(parts.UpdateExpression, parts.ExpressionAttributeNames, parts.ExpressionAttributeValues);
};

const conditionText = (tests: Tests | readonly Tests[]): string => {
  const parts = conditionClauses({ if: tests });
  return inFull(parts.ConditionExpression, parts.ExpressionAttributeNames, parts.ExpressionAttributeValues);
};

describe('a change', () => {
  it.each<[string, Change, string]>([
    ['sets values', { set: { state: 'open', at: null } }, 'SET state = "open", at = null'],
    ['removes an empty set', { set: { names: new Set() }, remove: ['at'] }, 'REMOVE at, names'],
    ['raises a number', { set: { held: plus(2) } }, 'SET held = held + 2'],
    ['raises a number from 0', { set: { held: plusFromZero(-1) } }, 'SET held = if_not_exists(held, 0) + -1'],
    ['keeps what is there', { set: { at: unlessPresent('now') } }, 'SET at = if_not_exists(at, "now")'],
    [
      'appends to a list',
      { set: { trials: append([1]) } },
      'SET trials = list_append(if_not_exists(trials, []), [1])',
    ],
    ['follows a path', { set: { 'versions.chd_1': plus(1) } }, 'SET versions.chd_1 = versions.chd_1 + 1'],
    [
      'adds to numbers and sets, and takes out of sets',
      {
        add: { credited: 5, names: new Set(['a']), ids: new Set<string>() },
        take: { dates: new Set(['b', 'c']) },
      },
      'ADD credited 5, names <a> DELETE dates <b c>',
    ],
  ])('%s', (_, change, expected) => expect(updateText(change)).toBe(expected));
});

describe('a condition', () => {
  it.each<[string, Tests | readonly Tests[], string]>([
    ['requires values', { id: 1, at: 'now' }, 'id = 1 AND at = "now"'],
    [
      'requires that there is none',
      { at: undefined, names: new Set() },
      'attribute_not_exists(at) AND attribute_not_exists(names)',
    ],
    ['requires an item', exists, 'attribute_exists(PK)'],
    ['requires that it is new', isNew, 'attribute_not_exists(PK)'],
    ['compares', { waiting: above(0), amount: atMost(5) }, 'waiting > 0 AND amount <= 5'],
    ['compares with the capacity', { current_bookings: belowCapacity }, 'current_bookings < max_capacity'],
    ['names several values', { state: oneOf(['open', 'taken']) }, 'state IN ("open", "taken")'],
    [
      'looks into sets',
      { names: contains('a'), dates: lacks('b') },
      'contains(names, "a") AND NOT contains(dates, "b")',
    ],
    ['counts elements', { names: size(atMost(3)) }, 'size(names) <= 3'],
    ['takes no value for one', { at: orAbsent(atMost(3)) }, '(attribute_not_exists(at) OR at <= 3)'],
    [
      'has several tests of one attribute',
      { a: both(atMost(3), 2), b: either(1, absent), c: not(4) },
      'a <= 3 AND a = 2 AND (b = 1 OR attribute_not_exists(b)) AND NOT c = 4',
    ],
    [
      'holds in one of several cases',
      [{ a: absent }, { a: 1, b: 2 }],
      'attribute_not_exists(a) OR a = 1 AND b = 2',
    ],
    ['follows a path', { 'venue.version': 3 }, 'venue.version = 3'],
  ])('%s', (_, tests, expected) => expect(conditionText(tests)).toBe(expected));

  it.each<[string, Tests | readonly Tests[]]>([
    ['no tests', {}],
    ['one of several cases that requires nothing', [{ a: 1 }, {}]],
  ])('is none with %s', (_, tests) =>
    expect(conditionClauses({ if: tests })).not.toHaveProperty('ConditionExpression'),
  );
});

describe('a write', () => {
  it('has one placeholder for each name, and one for each value', () => {
    expect(updateWrite(table, key, { set: { version: 2 }, if: { version: both(1, not(2)) } })).toEqual({
      Update: {
        TableName: 'bookings',
        Key: key,
        UpdateExpression: 'SET #version = :set_version',
        ConditionExpression: '#version = :if_version AND NOT #version = :if2_version',
        ExpressionAttributeNames: { '#version': 'version' },
        ExpressionAttributeValues: { ':set_version': 2, ':if_version': 1, ':if2_version': 2 },
      },
    });
  });

  it('names ids with characters that a placeholder must not have', () => {
    expect(updateClauses({ set: { 'versions.a-b': 1 } })).toEqual({
      UpdateExpression: 'SET #versions.#n1 = :set_n1',
      ExpressionAttributeNames: { '#versions': 'versions', '#n1': 'a-b' },
      ExpressionAttributeValues: { ':set_n1': 1 },
    });
  });

  it('without a condition has no empty maps', () => {
    expect(putWrite(table, key)).toEqual({ Put: { TableName: 'bookings', Item: key } });
    expect(deleteWrite(table, key)).toEqual({ Delete: { TableName: 'bookings', Key: key } });
  });

  it('gets the stored item where it is refused and asks for it', () => {
    const { ConditionCheck } = checkWrite(table, key, { if: exists, returnsStored: true });
    expect(ConditionCheck).toMatchObject({ ReturnValuesOnConditionCheckFailure: 'ALL_OLD' });
  });
});
