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
import { readable } from '../testing/cloud/policy.ts';
import { synthesize } from '../testing/cloud/synthesize.ts';

let stack: ReturnType<typeof synthesize>;
beforeAll(() => {
  stack = synthesize({ settings: { cards: true, alarmEmail: 'alarms@club.example', monthlyBudget: 50 } });
});
afterAll(() => stack.remove());

describe('payments by card', () => {
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
      const rings = ringingAt(stack, [{ of, at, message: { event } }], new Date('2026-01-05T10:05:00Z'));
      expect([...rings.keys()].filter((name) => name.startsWith('AlarmsCard'))).toEqual([`Alarms${alarm}`]);
      expect(readFileSync('docs/operations.md', 'utf8')).toMatch(new RegExp(`^### .*\\b${alarm}\\b`, 'm'));
    },
  );
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

it('the dashboard shows the main figures and every alarm, and a saved query reads every log', () => {
  const body = readable(stack.only('AWS::CloudWatch::Dashboard').properties.DashboardBody);
  const alarms = stack.all('AWS::CloudWatch::Alarm').filter(({ name }) => name.startsWith('Alarms'));
  expect(JSON.parse(body).widgets[0].properties.alarms).toHaveLength(alarms.length);
  const [query] = stack.all('AWS::Logs::QueryDefinition');
  const { LogGroupNames: names = [] } = Object(query?.properties);
  // All but those of the probes and the site.
  expect(names.map(readable).filter((name: string) => /card/i.test(name))).toHaveLength(2);
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
