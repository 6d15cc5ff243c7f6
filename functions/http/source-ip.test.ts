import { expect, it } from 'vitest';
import { apiEvent } from '../testing/invoke.ts';
import { sourceIpOf } from './source-ip.ts';

const viewer = '203.0.113.9';
const edge = '198.51.100.1';

it.each([
  ['through CloudFront', `${viewer}, ${edge}`, edge, viewer],
  ['through CloudFront, with entries of its own', `10.0.0.1, evil, ${viewer}, ${edge}`, edge, viewer],
  ['straight to the API', viewer, viewer, viewer],
  ['without any proxy', undefined, viewer, viewer],
  ['with an empty entry', `, ${viewer}`, viewer, viewer],
])('finds who calls %s', (_, forwarded, sourceIp, expected) => {
  const headers: Record<string, string> = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  expect(sourceIpOf(apiEvent({ route: 'signUp', headers, sourceIp }))).toBe(expected);
});
