import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  cardEventAside,
  cardEventRefused,
  cardKeyRefused,
  cardsDiffer,
  requestFailed,
} from '#functions/lib/log';
import { ringingAt } from '../testing/cloud/alarm-run.ts';
import { deployedFunctions, readable } from '../testing/cloud/policy.ts';
import { requestedActions } from '../testing/cloud/requested-actions.ts';
import { synthesize } from '../testing/cloud/synthesize.ts';
import { tableOperations } from './alarm-metrics.ts';

let stack: ReturnType<typeof synthesize>;
beforeAll(() => {
  stack = synthesize({ settings: { alarmEmail: 'alarms@club.example', monthlyBudget: 50 } });
});
afterAll(() => stack.remove());

const alarms = () =>
  new Map(
    stack
      .all('AWS::CloudWatch::Alarm')
      .filter(({ name }) => name.startsWith('Alarms'))
      .map(({ name, properties }) => [name.slice('Alarms'.length), properties]),
  );

describe('the alarms', () => {
  it('count the internal errors of every request that the functions send to the table', async () => {
    const actions = (await Promise.all(deployedFunctions.map((name) => requestedActions(name)))).flat();
    const operations = actions
      .filter((action) => action.startsWith('dynamodb:') && action !== 'dynamodb:ConditionCheckItem')
      .map((action) => action.replace('dynamodb:', ''));
    expect(tableOperations).toEqual([...new Set([...operations, 'TransactWriteItems'])].toSorted());
  });
});

describe('payments by card', () => {
  let cards: ReturnType<typeof synthesize>;
  beforeAll(() => {
    cards = synthesize({ settings: { cards: true, alarmEmail: 'alarms@club.example' } });
  });
  afterAll(() => cards.remove());

  it.each([
    ['CardEventsAside', 'card-events', cardEventAside],
    ['CardEventsRefused', 'card-events', cardEventRefused],
    ['CardEventsFailed', 'card-events', requestFailed],
    ['CardKeyRefused', 'cards', cardKeyRefused],
    // A paid session without an event is a difference.
    ['CardsDiffer', 'cards', cardsDiffer],
    ['CardRequestsFailed', 'cards', requestFailed],
  ] as const)(
    'ring as %s for one line of %s, and the guide says what to do [CRD-05, CRD-06]',
    (alarm, of, event) => {
      const at = new Date('2026-01-05T10:02:00Z');
      const rings = ringingAt(cards, [{ of, at, message: { event } }], new Date('2026-01-05T10:05:00Z'));
      expect([...rings.keys()].filter((name) => name.startsWith('AlarmsCard'))).toEqual([`Alarms${alarm}`]);
      expect(readFileSync('docs/operations.md', 'utf8')).toMatch(new RegExp(`^### .*\\b${alarm}\\b`, 'm'));
    },
  );
});

describe('the budget', () => {
  it('is that of one stage by default: it counts the whole account', () => {
    const budgets = (['dev', 'prod'] as const).flatMap((stage) => {
      const made = synthesize({ stage });
      made.remove();
      return made.all('AWS::Budgets::Budget').map(() => stage);
    });
    expect(budgets).toEqual(['prod']);
  });
});

describe('saved queries', () => {
  it('find a request by the id that its answer carries, in every log', () => {
    const queries = new Map(
      stack
        .all('AWS::Logs::QueryDefinition')
        .map(({ properties }) => [properties.Name, String(properties.QueryString)]),
    );
    const query = queries.get('football-booking-dev/What happened to a request');
    const { AccessLogSettings } = stack.only('AWS::ApiGatewayV2::Stage').properties;
    const accessLog = Object.entries(JSON.parse(Object(AccessLogSettings).Format));
    const [field] = accessLog.find(([, value]) => value === '$context.integration.requestId') ?? [];
    for (const logged of ['requestId', 'record.requestId', field]) {
      expect(query).toContain(`${logged} = "REQUEST-ID"`);
    }
    expect(queries.get('football-booking-dev/Failed requests')).toContain(requestFailed);
  });
});

it('the dashboard has no more metrics than are free', () => {
  const { DashboardBody } = stack.only('AWS::CloudWatch::Dashboard').properties;
  const widgets: { properties: { metrics?: readonly unknown[] } }[] = JSON.parse(
    readable(DashboardBody),
  ).widgets;
  const metrics = widgets.flatMap(({ properties }) => properties.metrics ?? []);
  expect(metrics.length).toBeGreaterThan(40);
  expect(metrics.length).toBeLessThanOrEqual(50);
});

it('the dashboard shows the main figures and every alarm', () => {
  const body = readable(stack.only('AWS::CloudWatch::Dashboard').properties.DashboardBody);
  for (const name of alarms().keys()) expect(body).toContain(`<Alarms${name}.Arn>`);
  for (const metric of [
    'Latency',
    '5xx',
    'FailedRequests',
    'Throttles',
    'Duration',
    'TransactionConflict',
    'Bounce',
  ])
    expect(body).toContain(`"${metric}"`);
});
